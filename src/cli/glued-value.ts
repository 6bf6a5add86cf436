import type { CommandSpec } from "./option.ts";

/** `-aoracle` as `--arm=oracle`: what stands behind a letter that takes a value would be letters of other flags to yargs. */
export function withoutGlue(word: string, { options }: CommandSpec): string {
	const [, letter, given, glued = ""] = /^-([A-Za-z])(?:=(.*)|(.+))$/s.exec(word) ?? [];
	const [name] = Object.entries(options).find(([, { kind, short }]) => kind !== "flag" && short === letter) ?? [];
	return letter === undefined || name === undefined ? word : `--${name}=${given ?? glued}`;
}
