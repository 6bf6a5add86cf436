import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { CHECKOUT } from "../support/program.ts";
import { tempFolder } from "../support/temp-folder.ts";

const run = promisify(execFile);

/** Runs a module of the built program's parts where no file may grow beyond 4 KiB, and gives what it prints. */
async function onFullDisk(source: string, folder: string): Promise<unknown> {
	const imports = { journal: "recording/journal.js", writer: "recording/writer.js" };
	const lines = Object.entries(imports).map(
		([name, file]) => `import * as ${name} from ${JSON.stringify(pathToFileURL(join(CHECKOUT, "dist", file)).href)};`,
	);
	const module = ['import * as fs from "node:fs/promises";', ...lines, `const folder = ${JSON.stringify(folder)};`, source].join("\n");
	// A process that ignores SIGXFSZ is told EFBIG: the write fails as on a full disk.
	const { stdout } = await run("bash", [
		"-c",
		'trap "" XFSZ; ulimit -f 4; exec "$0" --input-type=module -e "$1"',
		process.execPath,
		module,
	]);
	return JSON.parse(stdout);
}

describe("on a full disk", () => {
	test("a journal rejects the record that did not fit and all after it, also when there is room again, and closes", async () => {
		await using dir = await tempFolder();
		const path = join(dir.path, "journal.jsonl");
		const seen = await onFullDisk(
			`
			const record = (repeat) => ({ type: "admit", key: { caseId: "x".repeat(1500), arm: "a", repeat, attempt: 1 } });
			const log = await journal.createJournal(folder + "/journal.jsonl");
			const ends = [];
			for (let at = 0; at < 3; at += 1) ends.push(...(await Promise.allSettled([log.append(record(at))])));
			await fs.truncate(folder + "/journal.jsonl", 0);
			ends.push(...(await Promise.allSettled([log.append(record(3)), log.append(record(4)), log.close()])));
			console.log(JSON.stringify(ends.map(({ status, reason }) => reason?.code ?? status)));
			`,
			dir.path,
		);
		expect(seen).toEqual(["fulfilled", "fulfilled", "EFBIG", "EFBIG", "EFBIG", "EFBIG"]);
		expect(await readFile(path, "utf8")).toBe("");
	});

	test("a recording says at its end that it was not written", async () => {
		await using dir = await tempFolder();
		const seen = await onFullDisk(
			`
			const recording = await writer.openRecording(folder + "/a/b.jsonl");
			for (let turn = 0; turn < 50; turn += 1) recording.write({ type: "turn-start", turn, prompt: "x".repeat(500) });
			const [end] = await Promise.allSettled([recording.close()]);
			recording.write({ type: "turn-start", turn: 50, prompt: "after the fault" });
			console.log(JSON.stringify(end.reason?.code ?? end.status));
			`,
			dir.path,
		);
		expect(seen).toBe("EFBIG");
	});
});
