import { join, resolve } from "node:path";
import { findTrial } from "../../app/find-trial.ts";
import { readRunIndex } from "../../app/run-index.ts";
import { readRecording } from "../../recording/reader.ts";
import { RUN_FILES, recordingPath } from "../../recording/run-folder.ts";
import { trialId } from "../../recording/trial-key.ts";
import { readScorecard } from "../../report/read.ts";
import { printableLine } from "../../view/printable.ts";
import { inReadingOrder } from "../../view/reading-order.ts";
import { checksText, lineText } from "../../view/transcript.ts";
import type { Arguments, Io } from "../option.ts";

/** `assay show RUN [TRIAL]`: a list of trials, or one of them whole. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const directory = resolve(io.cwd, args.text("run") ?? "");
	const name = args.text("trial");
	if (name === null) return showTrials(directory, io);
	return showTrial(directory, name, io);
}

async function showTrials(directory: string, io: Io): Promise<number> {
	// A folder that is no run is told as that, not as one without a card.
	await readRunIndex(directory);
	const { rows } = await readScorecard(join(directory, RUN_FILES.card));
	for await (const row of rows()) {
		const failed = row.checks.find((check) => !check.passed);
		const why = failed === undefined ? row.stop : `${failed.name}: ${failed.detail}`;
		io.print(`${row.verdict.padEnd(9)} ${trialId(row)}  ${printableLine(why)}`);
	}
	return 0;
}

async function showTrial(directory: string, name: string, io: Io): Promise<number> {
	const finish = findTrial(await readRunIndex(directory), name);
	const lines = readRecording(recordingPath(directory, finish.key), finish.sha256);
	for await (const line of inReadingOrder(lines)) {
		const text = lineText(line);
		if (text !== "") io.print(text);
	}
	const { rows } = await readScorecard(join(directory, RUN_FILES.card));
	for await (const row of rows()) if (trialId(row) === trialId(finish.key)) io.print(checksText(row));
	return 0;
}
