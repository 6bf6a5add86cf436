import { access, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Expectation } from "../../src/case/expectation.ts";
import { sha256 } from "../../src/core/digest.ts";
import { type GatheredLine, type GatherPorts, gatherEvidence } from "../../src/grade/gather.ts";
import { gradeTrial } from "../../src/grade/trial.ts";
import { verifyDigest, verifyDigests } from "../../src/grade/verify-files.ts";
import { evidenceOf, verifyOf } from "./evidence-of.ts";
import { type Folder, folderOf, resultOf, runIn } from "./gather-kit.ts";

async function gather(expected: readonly Expectation[], suite: Folder, root: Folder): Promise<readonly GatheredLine[]> {
	const lines: GatheredLine[] = [];
	const ports = { run: runIn(root.path), emit: (line: GatheredLine) => lines.push(line) };
	await gatherEvidence({ expect: expected, caseDirectory: suite.path }, { root: root.path }, ports);
	return lines;
}

const names = (path: string): Expectation => ({ kind: "files", path, exists: true, weight: 1 });

describe("gatherEvidence", () => {
	test("reads the named files, each once, before a grader's files are copied in", async () => {
		await using suite = await folderOf({ "hidden.js": "ours" });
		await using root = await folderOf({ "a.js": "theirs" });
		const verify = verifyOf({ run: "cat a.js", files: [{ from: "hidden.js", to: "a.js" }] });
		const lines = await gather([verify, names("a.js"), names("none.js"), names("a.js")], suite, root);
		expect(lines).toEqual([
			{ type: "file", file: { path: "a.js", exists: true, sha256: sha256("theirs"), text: "theirs" } },
			{ type: "file", file: { path: "none.js", exists: false, sha256: null, text: null } },
			{ type: "command", command: { digest: expect.any(String), run: "cat a.js", exitCode: 0, end: "exited", output: "ours" } },
		]);
	});

	test("copies files in just before the command that asks for them", async () => {
		await using suite = await folderOf({ "hidden/a.js": "ours" });
		await using root = await folderOf();
		const first = verifyOf({ run: "test ! -e t && echo first" });
		const second = verifyOf({ run: "cat t/a.js", files: [{ from: "hidden", to: "t" }] });
		const outputs = (await gather([first, second], suite, root)).map((line) => (line.type === "command" ? line.command.output : null));
		expect(outputs).toEqual(["first\n", "ours"]);
	});

	test("runs one command over the same files once", async () => {
		await using suite = await folderOf();
		await using root = await folderOf();
		await gather([verifyOf({ run: "echo x >> log" }), { ...verifyOf({ run: "echo x >> log" }), weight: 2 }], suite, root);
		expect(await readFile(join(root.path, "log"), "utf8")).toBe("x\n");
	});

	test("keeps the end of what a command printed, and how it ended", async () => {
		await using suite = await folderOf();
		await using root = await folderOf();
		const run = "yes é | head -c 9000; echo end; exit 3";
		const [line] = await gather([verifyOf({ run })], suite, root);
		const output = line?.type === "command" ? line.command.output : "";
		expect(line).toMatchObject({ type: "command", command: { digest: verifyDigest(run, []), exitCode: 3, end: "exited" } });
		expect([Buffer.byteLength(output) <= 4_000, output.endsWith("é\nend\n"), output.includes("\ufffd")]).toEqual([true, true, false]);
	});

	test.each([
		["removed", (path: string) => rm(path, { recursive: true })],
		["put a file in the place of", (path: string) => rm(path, { recursive: true }).then(() => writeFile(path, "no folder"))],
		["removed with all around", (path: string) => rm(dirname(path), { recursive: true })],
	])("a workspace that an agent %s is an empty one, in which a command runs", async (_, spoil) => {
		await using suite = await folderOf();
		await using around = await folderOf({ "trial/workspace/a": "" });
		const path = join(around.path, "trial/workspace");
		await spoil(path);
		const [line] = await gather([verifyOf({ run: "ls -A" })], suite, { ...around, path });
		expect(line).toMatchObject({ command: { end: "exited", exitCode: 0, output: "" } });
	});

	test("gives a command its own time", async () => {
		await using suite = await folderOf();
		await using root = await folderOf();
		const given: number[] = [];
		const run: GatherPorts["run"] = (command, timeoutMs) => {
			given.push(timeoutMs);
			return runIn(root.path)(command, timeoutMs);
		};
		const lines: GatheredLine[] = [];
		const verify = verifyOf({ run: "exec sleep 60", timeoutMs: 50 });
		const ports = { run, emit: (line: GatheredLine) => lines.push(line) };
		await gatherEvidence({ expect: [verify], caseDirectory: suite.path }, { root: root.path }, ports);
		expect(lines).toMatchObject([{ command: { end: "timed-out", exitCode: null } }]);
		expect(given).toEqual([50]);
	});

	test("a cancelled command ends it", async () => {
		await using suite = await folderOf({ "hidden.js": "ours" });
		await using root = await folderOf();
		const lines: GatheredLine[] = [];
		const ports = { run: async () => resultOf({ end: "cancelled", exitCode: null }), emit: (line: GatheredLine) => lines.push(line) };
		const expected = [verifyOf(), verifyOf({ run: "npm run lint", files: [{ from: "hidden.js", to: "a.js" }] })];
		await gatherEvidence({ expect: expected, caseDirectory: suite.path }, { root: root.path }, ports);
		expect(lines.map((line) => line.type === "command" && line.command.end)).toEqual(["cancelled"]);
		await expect(access(join(root.path, "a.js"))).rejects.toThrow("ENOENT");
	});

	test("what it gathers is what grading asks for, until the grader's files change", async () => {
		await using suite = await folderOf({ "check.sh": "grep -q fixed a.js" });
		await using root = await folderOf({ "a.js": "fixed" });
		const expected = [verifyOf({ run: "sh check.sh", files: [{ from: "check.sh", to: "check.sh" }] }), names("a.js")];
		const lines = await gather(expected, suite, root);
		const evidence = evidenceOf({
			files: lines.flatMap((line) => (line.type === "file" ? [line.file] : [])),
			commands: lines.flatMap((line) => (line.type === "command" ? [line.command] : [])),
		});
		const grade = async (): Promise<unknown> =>
			gradeTrial({ expect: expected, digestOf: (await verifyDigests(expected, suite.path)).digestOf }, evidence);
		expect(await grade()).toMatchObject({ verdict: "pass" });
		await writeFile(join(suite.path, "check.sh"), "grep -q broken a.js");
		expect(await grade()).toMatchObject({
			verdict: "ungraded",
			checks: [{ detail: "no evidence of this command is recorded; run the trial again" }],
		});
	});
});
