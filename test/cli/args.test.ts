import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/args.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import type { Arguments } from "../../src/cli/option.ts";
import { problemsOf } from "../app/app-kit.ts";

async function argsOf(...argv: readonly string[]): Promise<Arguments> {
	const parsed = await parseArguments(argv);
	if (parsed.kind !== "command") throw new Error(parsed.text);
	return parsed.args;
}

async function textOf(...argv: readonly string[]): Promise<string> {
	const parsed = await parseArguments(argv);
	return parsed.kind === "text" ? parsed.text : "";
}

function refusal(...argv: readonly string[]): Promise<readonly string[]> {
	return problemsOf(async () => {
		const args = await argsOf(...argv);
		for (const name of ["concurrency", "repeats"]) args.count(name);
		for (const name of ["out", "config"]) args.text(name);
	});
}

describe("the command line", () => {
	test("gives every flag by its name, its letter and the names that users know from elsewhere", async () => {
		const args = await argsOf(
			"run",
			"cases/a",
			"7",
			"-a",
			"one",
			"--arm",
			"two",
			"-k",
			"3",
			"-j8",
			"--output=x y",
			"--exclude-tag",
			"slow",
			"--filter",
			"a/*",
			"--json",
		);
		expect([args.texts("paths"), args.texts("arm"), args.count("repeats"), args.count("concurrency")]).toEqual([
			["cases/a", "7"],
			["one", "two"],
			3,
			8,
		]);
		expect([args.text("out"), args.texts("not-tag"), args.texts("case"), args.flag("json")]).toEqual(["x y", ["slow"], ["a/*"], true]);
	});

	test("gives nothing of what was not given", async () => {
		const args = await argsOf("run");
		expect([args.texts("paths"), args.texts("tag"), args.count("repeats"), args.text("out"), args.flag("json")]).toEqual([
			[],
			[],
			null,
			null,
			false,
		]);
	});

	test("refuses every value that is wrong at once", async () => {
		expect(await problemsOf(() => argsOf("run", "-j", "0", "-k", "few", "-o", "a", "-o", "b"))).toEqual([
			'--repeats is no whole number above 0: "few"; give it as in --repeats 4',
			'--concurrency is no whole number above 0: "0"; give it as in --concurrency 4',
			"--out is given 2 times; give it once",
		]);
	});

	test("takes values that are glued to their letter", async () => {
		const args = await argsOf("run", "-aoracle", "-anop", "-k3", "-j4", "-oout", "-Csuite", "x");
		expect([args.texts("arm"), args.count("repeats"), args.count("concurrency"), args.text("out"), args.text("config")]).toEqual([
			["oracle", "nop"],
			3,
			4,
			"out",
			"suite",
		]);
		expect((await argsOf("run", "-k=7", "-a=-x")).texts("arm")).toEqual(["-x"]);
	});

	test("takes what stands behind -- for names, whatever they begin with", async () => {
		const shown = await argsOf("show", "--", "-run", "-x/1");
		expect([shown.text("run"), shown.text("trial")]).toEqual(["-run", "-x/1"]);
		expect((await argsOf("run", "-k3", "--", "-aoracle", "--", "b")).texts("paths")).toEqual(["-aoracle", "--", "b"]);
	});

	test("keeps texts that look like numbers", async () => {
		const args = await argsOf("run", "--tag", "007", "--out", "1e3", "--case", "0x10");
		expect([args.texts("tag"), args.text("out"), args.texts("case")]).toEqual([["007"], "1e3", ["0x10"]]);
	});

	test("a list takes one value at a time, so that paths may follow", async () => {
		const args = await argsOf("run", "--tag", "x", "cases/a");
		expect([args.texts("tag"), args.texts("paths")]).toEqual([["x"], ["cases/a"]]);
	});

	test.each([
		[["run", "--concurrency", "x"], '--concurrency is no whole number above 0: "x"; give it as in --concurrency 4'],
		[["run", "-k", "0"], '--repeats is no whole number above 0: "0"; give it as in --repeats 4'],
		[["run", "-k", "1.5"], '--repeats is no whole number above 0: "1.5"; give it as in --repeats 4'],
		[["run", "-k", "1e3"], '--repeats is no whole number above 0: "1e3"; give it as in --repeats 4'],
		[["run", "-o", "a", "-o", "b"], "--out is given 2 times; give it once"],
		[["run", "--jason"], 'no flag --jason of `assay run`; did you mean "json"?'],
		[["run", "--no-json"], "no flag --no-json of `assay run`; there are"],
		[["show", "run", "a", "b"], '"b" is one word too many; see `assay show --help`'],
		[["show", "run", "--jsn"], "no flag --jsn of `assay show`; there are none; a name that begins with a dash goes behind `--`"],
		[["show", "-run"], "an argument is missing; see `assay show --help`; a name that begins with a dash goes behind `--`"],
		[["show", "--", "a", "b", "-c"], '"-c" is one word too many; see `assay show --help`'],
		[["run", "-k3x"], '--repeats is no whole number above 0: "3x"; give it as in --repeats 4'],
		[["run", "--case", ""], "--case is empty; give it a value, or leave it out; a variable in it may not be set"],
		[["run", "--tag=", "--not-tag", " ", "-o", "", "-C", ""], "--config is empty; "],
		[["run", "--tag=", "--not-tag", " ", "-o", "", "-C", ""], "--tag is empty; "],
		[["run", "--tag=", "--not-tag", " ", "-o", "", "-C", ""], "--not-tag is empty; "],
		[["run", "--tag=", "--not-tag", " ", "-o", "", "-C", ""], "--out is empty; "],
		[["run", "-a="], "--arm has no value; "],
		[["run", "cases", ""], "[paths] is empty; "],
		[["show", ""], "[run] is empty; "],
		[["init", ""], "[folder] is empty; "],
		[["rum"], 'no command "rum"; did you mean "run"?'],
		[["run", "--out"], "--out has no value; see `assay run --help`"],
		[
			["run", "--reporter", "fancy"],
			'--reporter is "fancy", not one of "progress", "dot", "json", "github", "silent"; see `assay run --help`',
		],
		[["report"], "an argument is missing; see `assay report --help`"],
		[[], "no command; see `assay --help`"],
	])("%j is refused", async (argv, problem) => {
		expect((await refusal(...argv)).join("\n")).toContain(problem);
	});
});

describe("help", () => {
	test("names every command and every exit code", async () => {
		const text = await textOf("--help");
		for (const { name, describe: what } of COMMANDS) expect(text).toMatch(new RegExp(`assay ${name} .*${what.slice(0, 20)}`));
		for (const code of [0, 1, 2, 3, 70, 130, 143]) expect(text).toMatch(new RegExp(`\\b${code}\\b`));
		expect(await textOf("-h")).toBe(text);
	});

	test.each(COMMANDS.map(({ name }) => name))("of %s names its flags and examples", async (name) => {
		const text = await textOf(name, "--help");
		const spec = COMMANDS.find((command) => command.name === name);
		for (const option of Object.keys(spec?.options ?? {})) expect(text).toContain(`--${option}`);
		for (const [example] of spec?.examples ?? []) expect(text).toContain(example);
	});

	test("the version is the package's", async () => {
		expect(await textOf("--version")).toMatch(/^\d+\.\d+\.\d+$/);
	});
});
