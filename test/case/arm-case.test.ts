import { expect, test } from "vitest";
import { caseForArm, decodeCaseSource } from "../../src/case/arm-case.ts";
import type { Arm } from "../../src/case/case.ts";
import { checkArms, checkOverrides, replyProblems } from "../../src/case/check-arms.ts";
import type { Suite } from "../../src/case/suite.ts";
import { formatProblem } from "../../src/core/error.ts";
import { linesOf, loadFiles, PORTS, SOUND } from "./suite-dir.ts";

const ARMS = `prices: {known: {input: 1, output: 1}}
arms:
  plain: {provider: anthropic, model: unknown}
  priced: {provider: anthropic, model: known}
  careful: {provider: nop, overrides: {phase: plan}}
  unarmed: {provider: nop, overrides: {withhold: [shell, fs_write, fs_edit], limits: {deadline: "2027-01-31T18:00:00Z", tokens: null}}}
  replay: {provider: script, file: r.jsonl, model: unknown}
  spender: {provider: anthropic, model: unknown, overrides: {limits: {usd: 1}}}
`;

const VERIFIED = SOUND.replace("}", ", verify: npm test}");

function suiteOf(document: string): Promise<Suite> {
	return loadFiles({ "assay.yaml": ARMS, "cases/a.yaml": document, "cases/b.yaml": SOUND, "r.jsonl": "" });
}

function armOf(suite: Suite, name: string): Arm {
	return suite.config.arms.find((arm) => arm.name === name)!;
}

test("what an arm overrides wins over the case, whose digest stays", async () => {
	const suite = await suiteOf(`${SOUND}limits: {rounds: 7}\nwithhold: [fs_search]\n`);
	const [subject, arm] = [suite.cases[0]!, armOf(suite, "unarmed")];
	const played = caseForArm(subject, arm);
	expect(played.withhold).toEqual(["fs_edit", "fs_write", "shell"]);
	expect(played.limits).toEqual({ ...subject.limits, tokens: null, deadline: { kind: "at", epochMs: 1_801_418_400_000 } });
	expect(played.source.limits).toEqual({ rounds: 7, tokens: null, deadline: "2027-01-31T18:00:00Z" });
	expect([played.digest, played.id, played.file]).toEqual([subject.digest, subject.id, subject.file]);
	expect(caseForArm(subject, armOf(suite, "plain"))).toBe(subject);
});

test("a case is decoded again from its source", async () => {
	const { cases } = await suiteOf(VERIFIED);
	expect(cases.map((subject) => decodeCaseSource(subject.source, subject))).toEqual(cases);
});

test("a source that is no case is refused by name", async () => {
	const source = { limits: { rounds: 0 }, oracle: [{}], stear: 1 };
	expect(await linesOf(() => decodeCaseSource(source, { id: "a", file: "cases/a.yaml", digest: "" }))).toEqual([
		"cases/a.yaml: limits.rounds must be at least 1, not 0; write a larger number",
		'cases/a.yaml: unknown key "stear"; did you mean "steer"?',
		"cases/a.yaml: no prompt; add `prompt: …` or `prompt_file: …`",
		"cases/a.yaml: oracle[0] is empty; write {tool: {…}} or {say: …}",
	]);
});

test("overrides that leave nothing to verify are refused before a run", async () => {
	const suite = await suiteOf(VERIFIED);
	const check = (...names: string[]): Promise<readonly string[]> =>
		linesOf(() =>
			checkArms(
				suite,
				names.map((name) => armOf(suite, name)),
				PORTS.tools,
			),
		);
	expect(await check("plain", "nop")).toEqual([]);
	expect(await check("careful", "unarmed")).toEqual([
		'cases/a.yaml:1:1: under the arm "careful", verify checks what the agent wrote, and in phase plan it writes nothing; take out verify, or set phase: execute',
		'cases/a.yaml:1:1: under the arm "unarmed", verify checks what the agent wrote, and no tool that it has may write; take out verify, or give it a tool that writes',
	]);
});

test("what any arm overrides is checked by itself, without its answers and its prices", async () => {
	const suite = await suiteOf(`${VERIFIED}limits: {usd: 1}\n`);
	expect((await linesOf(() => checkOverrides(suite, PORTS.tools))).map((line) => line.slice(0, 45))).toEqual([
		'cases/a.yaml:1:1: under the arm "careful", ve',
		'cases/a.yaml:1:1: under the arm "unarmed", ve',
	]);
});

test("where an arm decides whether a run is compacted, compactions are expected under it alone", async () => {
	const suite = await loadFiles({
		"assay.yaml":
			"arms:\n  small: {provider: nop, overrides: {compact_at_tokens: 9}}\n  never: {provider: nop, overrides: {compact_at_tokens: null}}\n",
		"cases/a.yaml": SOUND.replace("}", ", min_compactions: 1}"),
		"cases/b.yaml": `${SOUND.replace("}", ", min_compactions: 1}")}compact_at_tokens: 5\n`,
	});
	const check = (name: string): Promise<readonly string[]> => linesOf(() => checkArms(suite, [armOf(suite, name)], PORTS.tools));
	const only = (name: string): string =>
		`under the arm "${name}", expect.min_compactions 1 can only fail: without compact_at_tokens nothing is compacted; set compact_at_tokens`;
	expect(await check("small")).toEqual([]);
	expect(await check("nop")).toEqual([`cases/a.yaml:1:1: ${only("nop")}`]);
	expect(await check("never")).toEqual([`cases/a.yaml:1:1: ${only("never")}`, `cases/b.yaml:1:1: ${only("never")}`]);
});

test("a script that has nothing for a case, and an oracle that is not there, are told where they stand", async () => {
	const inspectScript: typeof PORTS.inspectScript = async ({ shown }) => ({
		cases: [{ id: shown === "any" ? "*" : "a", place: { file: shown, line: 1, column: 1 } }],
		problems: [],
	});
	const arms = "arms:\n  some: {provider: script, file: some}\n  every: {provider: script, file: any}\n";
	const files = { "assay.yaml": arms, some: "", any: "", "cases/a.yaml": SOUND, "cases/b.yaml": SOUND };
	const suite = await loadFiles(files, {}, { ...PORTS, inspectScript });
	const check = (name: string): Promise<readonly string[]> => linesOf(() => checkArms(suite, [armOf(suite, name)], PORTS.tools));
	expect(replyProblems(suite, armOf(suite, "every"))).toEqual([]);
	expect(replyProblems(suite, armOf(suite, "some")).map(formatProblem)).toEqual([
		'assay.yaml:2:34: the arm "some" has no replies for b; add a line for each, or one for "*", or choose other cases',
	]);
	expect(await check("oracle")).toEqual([
		'cases/a.yaml:1:1: the arm "oracle" cannot answer cases/a.yaml, cases/b.yaml: no `oracle` there; write one, choose another arm with -a, or leave them out',
	]);
});

test("a bound of dollars needs a price for every live model", async () => {
	const suite = await suiteOf(`${SOUND}limits: {usd: 0.5}\n`);
	const check = (...names: string[]): Promise<readonly string[]> =>
		linesOf(() =>
			checkArms(
				suite,
				names.map((name) => armOf(suite, name)),
				PORTS.tools,
			),
		);
	expect(await check("priced", "careful", "nop")).toEqual([]);
	expect(await check("plain", "spender")).toEqual([
		'assay.yaml:3:39: limits.usd bounds a, and the model "unknown" of the arm "plain" has no price; add it to `prices` of assay.yaml',
		'assay.yaml:8:41: limits.usd bounds a, b, and the model "unknown" of the arm "spender" has no price; add it to `prices` of assay.yaml',
	]);
});
