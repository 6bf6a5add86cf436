import { resolve } from "node:path";
import { gradingAsRecorded } from "../../app/card-rows.ts";
import { readRunIndex } from "../../app/run-index.ts";
import { writeReports } from "../../app/write-reports.ts";
import type { Arguments, Io } from "../option.ts";
import { tellResult } from "../run-result.ts";

/** `assay report RUN`: the card and the views again, from the recordings as they are. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const directory = args.text("run") ?? "";
	const index = await readRunIndex(resolve(io.cwd, directory));
	const reports = await writeReports(index, gradingAsRecorded);
	return tellResult({ ...reports, directory, suite: index.header.suite }, args, { ...io, isSilent: false, exitCode: null });
}
