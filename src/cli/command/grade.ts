import { resolve } from "node:path";
import { gradeRun } from "../../app/grade-run.ts";
import type { Arguments, Io } from "../option.ts";
import { tellResult } from "../run-result.ts";

/** `assay grade RUN`: today's expectations on what was recorded; no model is asked. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const directory = args.text("run") ?? "";
	const graded = await gradeRun(resolve(io.cwd, directory), args.text("config"), io.cwd);
	return tellResult({ ...graded, directory }, args, { ...io, isSilent: false, exitCode: null });
}
