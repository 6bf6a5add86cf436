import type { CommandSpec } from "./option.ts";

/** What `--resume` alone means. */
export const NEWEST = "newest";

/** `--resume` as `--resume=newest`: a flag that may stand without a value is given the one that this means. */
export function withBareValue(word: string, next: string | undefined, { options }: CommandSpec): string {
	const bare = word.startsWith("--") ? options[word.slice(2)]?.bare : undefined;
	return bare === undefined || (next !== undefined && !next.startsWith("-")) ? word : `${word}=${bare}`;
}
