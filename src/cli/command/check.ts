import { chooseArms, refuseOverrides } from "../../app/choose-arms.ts";
import { EXIT } from "../../app/exit-code.ts";
import { openSuite } from "../../app/open-suite.ts";
import { findViolations, type Violation } from "../../app/prove-suite.ts";
import type { BatchEvent } from "../../batch/event.ts";
import type { Suite } from "../../case/suite.ts";
import { counted } from "../../core/counted.ts";
import { usageError } from "../../core/error.ts";
import { prettyJson } from "../../core/json.ts";
import { ungradedOf } from "../../report/counts.ts";
import { printableLine } from "../../view/printable.ts";
import type { Arguments, Io } from "../option.ts";
import { reportersOf } from "../reporters.ts";
import { selectionOf } from "../selection.ts";
import { shortPath } from "../short-path.ts";
import { listenToSignals } from "../signals.ts";
import { runPlanned } from "./run.ts";

const REMEDY = "write one, or check the files alone with --schema-only";

/** `assay check`: a suite that proves itself. The oracle arm must pass every case, the nop arm must fail it. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const suite = await openSuite(args.text("config"), selectionOf(args, io));
	if (args.flag("schema-only")) {
		refuseOverrides(suite);
		return sayLoaded(suite, io);
	}
	const unproven = suite.cases.filter((subject) => subject.oracle === null).map(({ id }) => id);
	const provable = { ...suite, cases: suite.cases.filter((subject) => subject.oracle !== null) };
	if (provable.cases.length === 0) throw usageError("no case here has an `oracle`, so nothing can be proven", REMEDY);
	return prove({ suite: provable, unproven }, args, io);
}

function sayLoaded({ config, cases }: Suite, io: Io): number {
	io.say(`${printableLine(config.name)}: ${counted(cases.length, "case")} load`);
	return EXIT.passed;
}

type Provable = { readonly suite: Suite; readonly unproven: readonly string[] };

async function prove({ suite, unproven }: Provable, args: Arguments, io: Io): Promise<number> {
	const { observe, isSilent } = reportersOf(args, io, isNews);
	const signals = listenToSignals(io.say);
	try {
		const arms = chooseArms(suite, ["oracle", "nop"]);
		const result = await runPlanned({ suite, arms }, args, { ...io, observe, signals });
		const violations = await findViolations(result.card);
		const code = signals.exitCode() ?? exitCodeOf(violations, ungradedOf(result.tally.all.counts));
		const proof = { suite: suite.config.name, cases: suite.cases.length, violations, unproven };
		if (args.flag("json"))
			io.print(
				prettyJson({ ...proof, violations: violations.map((violation) => ({ ...violation })), exit_code: code, run: result.directory }),
			);
		if (!isSilent) io.say(proofText(proof, shortPath(io.cwd, result.card)));
		return code;
	} finally {
		signals.dispose();
	}
}

/** A nop that fails is as it should be. */
function isNews(event: BatchEvent): boolean {
	return event.type !== "trial-end" || event.key.arm !== "nop" || event.verdict !== "fail";
}

function exitCodeOf(violations: readonly Violation[], ungraded: number): number {
	if (violations.length > ungraded) return EXIT.failed;
	return ungraded > 0 ? EXIT.incomplete : EXIT.passed;
}

type Proof = {
	readonly suite: string;
	readonly cases: number;
	readonly violations: readonly Violation[];
	readonly unproven: readonly string[];
};

function proofText({ suite, cases, violations, unproven }: Proof, card: string): string {
	const verdict = violations.length === 0 ? "PROVEN" : "UNPROVEN";
	const claim = violations.length === 0 ? "oracle passes and nop fails every case" : counted(violations.length, "violation");
	return [
		`${verdict}  ${printableLine(suite)}: ${counted(cases, "case")}, ${claim}`,
		...violations.map(({ trial, what }) => `  ${trial}  ${printableLine(what, 400)}`),
		...(unproven.length === 0 ? [] : [`without an oracle, so nothing is shown of them: ${unproven.join(", ")}`]),
		`scorecard: ${card}`,
	].join("\n");
}
