import { dirname, join } from "node:path";
import { caseForArm } from "../case/arm-case.ts";
import type { Arm, Case } from "../case/case.ts";
import type { Suite } from "../case/suite.ts";
import { type Problem, UsageError } from "../core/error.ts";
import { verifyDigests } from "../grade/verify-files.ts";
import type { GradingOf } from "./card-rows.ts";
import { openSuite } from "./open-suite.ts";
import { type RunIndex, readRunIndex } from "./run-index.ts";
import { type WrittenReports, writeReports } from "./write-reports.ts";

/** Grades a finished run by the case files of today and writes its card again. Throws a UsageError where they no longer fit the run. */
export async function gradeRun(
	directory: string,
	configFile: string | null,
	cwd: string,
): Promise<WrittenReports & { readonly suite: string }> {
	const index = await readRunIndex(directory);
	const suite = await openSuite(configFile ?? index.header.config, { cwd });
	const reports = await writeReports(index, gradingToday(index, suite));
	return { ...reports, suite: index.header.suite };
}

function gradingToday({ header }: RunIndex, { config, cases }: Suite): GradingOf {
	const byId = new Map(cases.map((subject) => [subject.id, subject]));
	const arms = new Map(config.arms.map((arm) => [arm.name, arm]));
	const gone = [
		...header.cases.filter(({ id }) => !byId.has(id)).map(({ id }) => goneProblem(`the case "${id}"`)),
		...header.arms.filter(({ arm }) => !arms.has(arm)).map(({ arm }) => goneProblem(`the arm "${arm}"`)),
	];
	if (gone.length > 0) throw new UsageError(gone);
	return async (key) => gradingOf(byId.get(key.caseId), arms.get(key.arm), config.root);
}

async function gradingOf(asked: Case | undefined, arm: Arm | undefined, root: string): Promise<Awaited<ReturnType<GradingOf>>> {
	if (asked === undefined || arm === undefined) throw new Error("a trial that the journal does not plan");
	const { expect, file } = caseForArm(asked, arm);
	const { digestOf } = await verifyDigests(expect, dirname(join(root, file)));
	return { expect, digestOf };
}

function goneProblem(what: string): Problem {
	return {
		file: null,
		line: null,
		column: null,
		what: `${what} of this run is not in the suite`,
		remedy: "put it back, or use `assay report`",
	};
}
