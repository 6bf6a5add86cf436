import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay, type Ended, startProgram } from "../support/program.ts";
import { callsOf, readCard } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const HOSTILE =
	']]> <b title="x\'y">&amp;</b> \0\u0001\u0007\u001b[31mred\u001b[0m\r\n\u0085\u009b2J \u2028\u202e\ufffe\uffff \ud800 | `code`';
/** What would reach out of its line on a terminal: every control but tab and newline, and what turns the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const RAW = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

const SUITE = suiteFiles({
	config: { name: "host]]>ile & <\u001b[1m> \u202e", prices: {} },
	cases: {
		said: { ...SAY_READY, prompt: `Say ${HOSTILE.replace(/[\ud800\0]/g, "")}`, expect: { contains: ["never \u001b[31m said", "]]> <"] } },
		done: { ...SAY_READY, tags: ["t]]>\u001b[1m<&\"'"], expect: { tools: "shell", verify: 'printf "\\033[2J]]>\\001"; exit 3' } },
		refused: SAY_READY,
	},
	scripts: {
		hostile: {
			said: [{ text: HOSTILE }],
			done: [
				{ shell: { command: 'printf "\\033[31m\\001\\000]]>\\377"; exit 3' } },
				{
					calls: [
						{ tool: "fs_write", args: { path: "w\u001b[2J.txt", content: HOSTILE.replace("\ud800", "") } },
						{ tool: "no\u001b[31mne", args: {} },
					],
				},
				{ text: HOSTILE },
			],
			refused: [{ text: HOSTILE, failure: { kind: "rejected", message: HOSTILE } }],
		},
	},
});

let folder: TempFolder;
let run: Ended;
const inFolder = (...args: readonly string[]): Promise<Ended> => assay(args, { cwd: folder.path });

beforeAll(async () => {
	folder = await tempFolder(SUITE);
	run = await inFolder("run", "-a", "hostile", "-o", "out");
});

afterAll(() => folder[Symbol.asyncDispose]());

describe("a model that says anything at all", () => {
	test("fails its trials like any other, and its words are in the recording as they were", () => {
		expect(run.code).toBe(1);
		expect(readCard(join(folder.path, "out")).trials.map(({ case: id, verdict }) => `${id} ${verdict}`)).toEqual([
			"done fail",
			"refused ungraded",
			"said fail",
		]);
		const calls = callsOf(join(folder.path, "out"), "hostile/done/1");
		expect(calls.map(({ name, settled_by }) => `${name} ${settled_by}`)).toEqual([
			"shell executed",
			"fs_write executed",
			"no\u001b[31mne unknown",
		]);
		expect(calls[0]?.result).toBe("\u001b[31m\u0001\0]]>\ufffd\n[exit code 3]");
	});

	test("makes junit.xml that is XML all the same", async () => {
		const { code, stderr } = await startProgram(["xmllint", "--noout", "out/junit.xml"], { cwd: folder.path }).ended;
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	});

	test("makes one row a trial in scorecard.md", async () => {
		const { stdout } = await startProgram(["grep", "-c", "^| hostile/", "out/scorecard.md"], { cwd: folder.path }).ended;
		expect(stdout).toBe("2\n");
	});

	test.each([
		["run", ["run", "-a", "hostile", "-o", "again"]],
		["run with dots", ["run", "-a", "hostile", "-o", "dots", "--reporter", "dot"]],
		["run on GitHub", ["run", "-a", "hostile", "-o", "github", "--reporter", "github"]],
		["report", ["report", "out"]],
		["list", ["list", "-a", "hostile"]],
		["show of a run", ["show", "out"]],
		["show of a trial that was heard out", ["show", "out", "said"]],
		["show of a trial with calls", ["show", "out", "done"]],
		["show of a trial that was refused", ["show", "out", "refused"]],
		["show of what is not there", ["show", "out", "\u001b[31mnone\u009b"]],
		["run of an arm that is not there", ["run", "-a", "\u001b[31m"]],
		["run with a flag that is not there", ["run", "--\u001b[31m"]],
	])("sends no control character to a terminal: %s", async (_, args) => {
		const { stdout, stderr } = await inFolder(...args);
		expect(stdout + stderr).not.toBe("");
		expect(RAW.exec(stdout + stderr)).toBeNull();
	});

	test("cannot forge a command of a GitHub workflow", async () => {
		await using suite = await tempFolder(
			suiteFiles({ cases: { one: SAY_READY }, scripts: { forger: { "*": [{ text: "x\n::error::forged\r\n::set-output name=a::b" }] } } }),
		);
		const { stdout } = await assay(["run", "-a", "forger", "-o", "out", "--reporter", "github"], { cwd: suite.path });
		expect(stdout.match(/^::.*$/gm)).toEqual([expect.stringMatching(/^::error title=forger\/one\/1::failed: /)]);
	});

	test("nor does a file that is no suite of ours", async () => {
		await using suite = await tempFolder({ "assay.yaml": "name: x\n", "cases/\u001b[31m.yaml": '"\\e[31mkey": 1\n"\\x9b2J": {}\n' });
		const { code, stderr } = await assay(["run"], { cwd: suite.path });
		expect(code).toBe(2);
		expect(RAW.exec(stderr)).toBeNull();
	});
});
