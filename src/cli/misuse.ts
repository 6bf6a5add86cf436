import { didYouMean } from "../case/problem/did-you-mean.ts";
import { messageOf, UsageError, usageError } from "../core/error.ts";
import { COMMANDS } from "./commands.ts";
import { withoutMark } from "./dashed-name.ts";

const SEE_HELP = "see `assay --help`";
const DASHED = "a name that begins with a dash goes behind `--`";

/** What yargs found wrong, in our words: an unknown name says what was meant. */
export function misuseOf(error: unknown, argv: readonly string[]): UsageError {
	if (error instanceof UsageError) return error;
	const message = messageOf(error);
	const unknown = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(", ")[0];
	if (unknown !== undefined) return unknownFlag(unknown, argv);
	const [word] = argv;
	const isCommand = COMMANDS.some(({ name }) => name === word);
	if (word !== undefined && !word.startsWith("-") && !isCommand) return unknownCommand(word);
	return usageError(inOurWords(message), isCommand ? `see \`assay ${word} --help\`${dashHint(message, argv)}` : SEE_HELP);
}

function dashHint(message: string, argv: readonly string[]): string {
	return isTooFew(message) && argv.some((word) => word.startsWith("-")) ? `; ${DASHED}` : "";
}

function isTooFew(message: string): boolean {
	return message.startsWith("Not enough non-option arguments");
}

function inOurWords(message: string): string {
	const choices = /Argument: (.+), Given: (.+), Choices: (.+)/.exec(message);
	if (choices !== null) return `--${choices[1]} is ${choices[2]}, not one of ${choices[3]}`;
	const missing = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
	if (missing !== undefined) return `${missing.length === 1 ? "-" : "--"}${missing} has no value`;
	return isTooFew(message) ? "an argument is missing" : message;
}

function unknownFlag(name: string, argv: readonly string[]): UsageError {
	const [spec] = argv.flatMap((word) => COMMANDS.filter((command) => command.name === word));
	if (spec === undefined) return unknownCommand(name);
	const known = Object.entries(spec.options).flatMap(([option, { aliases = [] }]) => [option, ...aliases]);
	if (!argv.some((word) => word.startsWith("-") && word.includes(name)))
		return usageError(`"${withoutMark(name)}" is one word too many`, `see \`assay ${spec.name} --help\``);
	const remedy = didYouMean(name, known);
	return usageError(`no flag --${name} of \`assay ${spec.name}\``, remedy.startsWith("there are") ? `${remedy}; ${DASHED}` : remedy);
}

function unknownCommand(name: string): UsageError {
	const known = COMMANDS.map((command) => command.name);
	return usageError(`no command "${name}"`, didYouMean(name, known));
}
