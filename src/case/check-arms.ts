import { type Problem, UsageError } from "../core/error.ts";
import { isJsonObject } from "../core/json.ts";
import { nameSome } from "../core/name-some.ts";
import { caseForArm } from "./arm-case.ts";
import type { Arm, Case } from "./case.ts";
import { decodeCaseDocument } from "./document/case-schema.ts";
import type { Finding } from "./problem/finding.ts";
import type { FilePlace } from "./problem/layer.ts";
import { compactionFindings, verifyFindings } from "./rule/expect-rules.ts";
import type { KnownTools } from "./rule/tool-rules.ts";
import type { Suite } from "./suite.ts";
import { merge } from "./text/merge.ts";

/** Throws one UsageError with what keeps the selected arms from playing the suite: overrides that take a case apart, no price, no oracle. */
export function checkArms(suite: Suite, arms: readonly Arm[], tools: KnownTools): void {
	refuse(arms.flatMap((arm) => [...overrideProblems(suite, arm, tools), ...priceProblems(suite, arm), ...oracleProblems(suite, arm)]));
}

/** Throws where what the arms of a suite override takes a case apart. */
export function checkOverrides(suite: Suite, tools: KnownTools): void {
	const overriding = suite.config.arms.filter(({ overrides }) => Object.keys(overrides).length > 0);
	refuse(overriding.flatMap((arm) => overrideProblems(suite, arm, tools)));
}

function overrideProblems({ cases, places }: Suite, arm: Arm, tools: KnownTools): readonly Problem[] {
	return cases.flatMap((subject) =>
		findingsUnder(subject, arm, tools).map(({ what, remedy }) =>
			problemAt(places.ofCase(subject.id), { what: `under the arm "${arm.name}", ${what}`, remedy }),
		),
	);
}

function findingsUnder({ source }: Case, { overrides }: Arm, tools: KnownTools): readonly Finding[] {
	const asksForMore = isJsonObject(source.expect) && Object.hasOwn(source.expect, "min_compactions");
	if (Object.keys(overrides).length === 0 && !asksForMore) return [];
	const { document } = decodeCaseDocument(merge(source, overrides));
	return document === null ? [] : [...verifyFindings(document, tools), ...compactionFindings(document)];
}

/** A bound of dollars would never be met where nothing has a price. */
function priceProblems({ config, cases, places }: Suite, arm: Arm): readonly Problem[] {
	if (arm.provider !== "anthropic" || arm.model === null || config.prices.has(arm.model)) return [];
	const bounded = cases.filter((subject) => caseForArm(subject, arm).limits.nanoUsd !== null).map(({ id }) => id);
	if (bounded.length === 0) return [];
	const what = `limits.usd bounds ${nameSome(bounded)}, and the model "${arm.model}" of the arm "${arm.name}" has no price`;
	return [problemAt(places.ofConfig(["arms", arm.name, "model"]), { what, remedy: "add it to `prices` of assay.yaml" })];
}

/** An oracle has nothing to say on a case without a reference solution. */
function oracleProblems({ cases, places }: Suite, { name, provider }: Arm): readonly Problem[] {
	const mute = provider === "oracle" ? cases.filter(({ oracle }) => oracle === null) : [];
	const [first] = mute;
	if (first === undefined) return [];
	const what = `the arm "${name}" cannot answer ${nameSome(mute.map(({ file }) => file))}: no \`oracle\` there`;
	return [problemAt(places.ofCase(first.id), { what, remedy: "write one, choose another arm with -a, or leave them out" })];
}

/** The cases that a `script` arm has no replies for. */
export function replyProblems({ cases, scripts, places }: Suite, { name }: Arm): readonly Problem[] {
	const script = scripts.get(name);
	if (script === undefined || script.has("*")) return [];
	const mute = cases.map(({ id }) => id).filter((id) => !script.has(id));
	if (mute.length === 0) return [];
	const what = `the arm "${name}" has no replies for ${nameSome(mute)}`;
	const remedy = 'add a line for each, or one for "*", or choose other cases';
	return [problemAt(places.ofConfig(["arms", name, "file"]), { what, remedy })];
}

function problemAt(place: FilePlace | null, { what, remedy }: Pick<Finding, "what" | "remedy">): Problem {
	const { file, line, column } = place ?? { file: null, line: null, column: null };
	return { file, line, column, what, remedy };
}

function refuse(problems: readonly Problem[]): void {
	if (problems.length > 0) throw new UsageError(problems);
}
