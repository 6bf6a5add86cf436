import { ASKED_LEVELS } from "../isolation/command.ts";
import { NEWEST } from "./bare-value.ts";
import type { CommandSpec, OptionSpec } from "./option.ts";

const CONFIG: OptionSpec = { kind: "text", short: "C", describe: "the suite's assay.yaml, or its folder", value: "FILE" };
const JSON_OUT: OptionSpec = { kind: "flag", describe: "print one JSON document on stdout when done" };

const SELECTION: Readonly<Record<string, OptionSpec>> = {
	config: CONFIG,
	tag: { kind: "texts", describe: "only cases that carry this tag", value: "TAG" },
	"not-tag": { kind: "texts", aliases: ["exclude-tag"], describe: "no case that carries this tag", value: "TAG" },
	case: { kind: "texts", aliases: ["filter"], describe: "only cases whose id matches", value: "GLOB" },
};

const PLAN: Readonly<Record<string, OptionSpec>> = {
	...SELECTION,
	arm: {
		kind: "texts",
		short: "a",
		describe: "an arm to run; else those marked default, else oracle",
		value: "ARM",
	},
	repeats: { kind: "count", short: "k", aliases: ["repeat"], describe: "repeats of every case; else what each case says" },
};

const REPORTERS = ["progress", "dot", "json", "github", "silent"] as const;

const RUN: Readonly<Record<string, OptionSpec>> = {
	concurrency: { kind: "count", short: "j", aliases: ["max-concurrency"], describe: "trials at once; else the suite's, else 4" },
	out: { kind: "text", short: "o", aliases: ["output"], describe: "the run folder", value: "DIR" },
	"keep-workspaces": { kind: "flag", describe: "leave every trial's workspace on disk and say where" },
	"pool-tokens": { kind: "count", describe: "tokens that all trials may take together, admitted in plan order" },
	"pool-usd": { kind: "text", describe: "dollars that all trials may take together, admitted in plan order", value: "USD" },
	deadline: { kind: "text", describe: "when to stop the whole run, such as 30m; trials end at their next round", value: "TIME" },
	isolation: { kind: "text", describe: "how commands are kept in; else the suite's, else auto", choices: ASKED_LEVELS },
	"allow-unsandboxed": { kind: "flag", describe: "as root: let a live model's commands run without isolation" },
	reporter: { kind: "texts", describe: "what is shown while it runs", choices: REPORTERS },
	json: JSON_OUT,
};

const RESUME: OptionSpec = {
	kind: "text",
	describe: "go on with a run, with its flags: what is over in it stays; else with -o, else with the newest run",
	value: "[RUN]",
	bare: NEWEST,
};

export const COMMANDS: readonly CommandSpec[] = [
	{
		name: "init",
		positionals: "[folder]",
		describe: "a first suite in an empty folder; its first `assay run` is green",
		options: {},
		examples: [["assay init && assay run", "a suite, and its first run"]],
		load: () => import("./command/init.ts"),
	},
	{
		name: "run",
		positionals: "[paths..]",
		describe: "run a suite and write a run folder",
		options: { ...PLAN, ...RUN, resume: RESUME, "dry-run": { kind: "flag", describe: "print the plan and run nothing" } },
		examples: [
			["assay run", "the suite here, under its default arms"],
			["assay run -a sonnet -k 5 -j 8", "five repeats of every case under one arm, eight at once"],
			["assay run cases/codegen --not-tag slow", "some of the cases"],
		],
		load: () => import("./command/run.ts"),
	},
	{
		name: "check",
		positionals: "[paths..]",
		describe: "oracle must pass every case and nop must fail it",
		options: {
			...SELECTION,
			...RUN,
			"schema-only": { kind: "flag", describe: "only load the suite, run nothing" },
		},
		examples: [["assay check --schema-only", "is every file right?"]],
		load: () => import("./command/check.ts"),
	},
	{
		name: "list",
		positionals: "[paths..]",
		describe: "the plan: trials, resolved limits, digests; nothing is run",
		options: { ...PLAN, json: JSON_OUT },
		examples: [["assay list --json", "every resolved value"]],
		load: () => import("./command/list.ts"),
	},
	{
		name: "grade",
		positionals: "<run>",
		describe: "grade a run again by today's case files, from its recordings",
		options: { config: CONFIG, json: JSON_OUT },
		examples: [["assay grade reports/nightly", "after an expectation was changed"]],
		load: () => import("./command/grade.ts"),
	},
	{
		name: "report",
		positionals: "<run>",
		describe: "write a run's card and views again, as it was recorded",
		options: { json: JSON_OUT },
		examples: [["assay report reports/nightly", "scorecard.json, scorecard.md, junit.xml"]],
		load: () => import("./command/report.ts"),
	},
	{
		name: "show",
		positionals: "<run> [trial]",
		describe: "a run's trials, or one trial's transcript, diff and checks",
		options: {},
		examples: [["assay show reports/nightly oracle/codegen/median/1", "one trial whole"]],
		load: () => import("./command/show.ts"),
	},
	{
		name: "schema",
		positionals: "[kind]",
		describe: "JSON Schema for editors: case, config or scorecard",
		options: {},
		examples: [["assay schema case > case.schema.json", "completion while writing cases"]],
		load: () => import("./command/schema.ts"),
	},
	{
		name: "doctor",
		positionals: "",
		describe: "what this machine offers: isolation, proven by trying to break out; git, keys, Node",
		options: { config: CONFIG, json: JSON_OUT },
		examples: [["assay doctor", "why does `isolation: required` fail here?"]],
		load: () => import("./command/doctor.ts"),
	},
];
