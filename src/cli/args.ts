import type { Argv, Options } from "yargs";
import yargs from "yargs";
import { VERSION } from "../app/version.ts";
import { argumentsOf } from "./arguments.ts";
import { withBareValue } from "./bare-value.ts";
import { COMMANDS } from "./commands.ts";
import { asName } from "./dashed-name.ts";
import { withoutGlue } from "./glued-value.ts";
import { EPILOGUE } from "./help.ts";
import { misuseOf } from "./misuse.ts";
import type { Arguments, CommandSpec, OptionSpec } from "./option.ts";
import { refuseWrong } from "./wrong-value.ts";

/** What the command line asks for: a command, or a text to print (help, the version). */
export type Parsed =
	| { readonly kind: "command"; readonly spec: CommandSpec; readonly args: Arguments }
	| { readonly kind: "text"; readonly text: string };

/** Reads the command line; work starts outside of yargs, whose handlers swallow what they throw. Throws a UsageError. */
export async function parseArguments(words: readonly string[]): Promise<Parsed> {
	const argv = inOwnWords(words);
	let chosen: Parsed | null = null;
	const parser = COMMANDS.reduce(
		(building, spec) =>
			addCommand(building, spec, (values) => {
				const args = argumentsOf(values);
				refuseWrong(spec, args, values);
				chosen = { kind: "command", spec, args };
			}),
		base(argv),
	);
	const text = await parseWith(parser, argv);
	return chosen ?? { kind: "text", text };
}

/** What users carry over: `validate`, values glued to their letter, and a `--`, behind which yargs would put names where nobody looks. */
function inOwnWords(words: readonly string[]): readonly string[] {
	const end = words.includes("--") ? words.indexOf("--") : words.length;
	const [command, ...rest] = [...words.slice(0, end), ...words.slice(end + 1).map(asName)];
	if (command === undefined) return [];
	const spec = COMMANDS.find(({ name }) => name === command);
	if (spec !== undefined) return [command, ...rest.map((word, at) => withBareValue(withoutGlue(word, spec), rest[at + 1], spec))];
	return command === "validate" ? ["check", "--schema-only", ...rest] : [command, ...rest];
}

function base(argv: readonly string[]): Argv {
	return yargs()
		.scriptName("assay")
		.usage("assay <command>\n\nRuns LLM agents over cases and writes scorecards: same outcomes, same bytes.")
		.locale("en")
		.strict()
		.demandCommand(1, "no command")
		.recommendCommands()
		.parserConfiguration({
			"boolean-negation": false,
			"greedy-arrays": false,
			"parse-positional-numbers": false,
			"camel-case-expansion": false,
		})
		.help("help")
		.alias("help", "h")
		.version(VERSION)
		.completion("completion", "print a script that completes commands in your shell")
		.epilogue(EPILOGUE)
		.wrap(100)
		.exitProcess(false)
		.fail((message, error) => {
			throw misuseOf(error ?? new Error(message), argv);
		});
}

function addCommand(parser: Argv, spec: CommandSpec, choose: (values: Record<string, unknown>) => void): Argv {
	return parser.command(
		[spec.name, spec.positionals].join(" ").trim(),
		spec.describe,
		(sub) => {
			for (const [command, what] of spec.examples) sub.example(command, what);
			return sub.options(Object.fromEntries(Object.entries(spec.options).map(([name, option]) => [name, toYargs(option)])));
		},
		(values) => choose(values),
	);
}

function toYargs(option: OptionSpec): Options {
	return {
		describe: option.value === undefined ? option.describe : `${option.describe} (${option.value})`,
		alias: [...(option.short === undefined ? [] : [option.short]), ...(option.aliases ?? [])],
		...(option.choices === undefined ? {} : { choices: option.choices }),
		...(option.kind === "flag"
			? { type: "boolean" }
			: { type: option.kind === "texts" ? "array" : "string", requiresArg: true, string: true }),
	};
}

/** Help and version come back as text: with a callback yargs prints nothing itself. */
function parseWith(parser: Argv, argv: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const done = (error: Error | undefined, _: unknown, text: string): void =>
			error == null ? resolve(text) : reject(misuseOf(error, argv));
		Promise.resolve(parser.parse([...argv], {}, done)).catch(reject);
	});
}
