import { messageOf } from "../core/error.ts";

const FULL = "free space, or name a run folder on another disk with -o";
const CLOSED = "name a run folder that can be written with -o";
const TOO_MANY = "raise the limit (`ulimit -n`) or lower -j";

/** What to do about a machine that does not play along, by the code of its error. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
	["ENOSPC", FULL],
	["EDQUOT", FULL],
	["EROFS", CLOSED],
	["EACCES", CLOSED],
	["EPERM", CLOSED],
	["EMFILE", TOO_MANY],
	["ENFILE", TOO_MANY],
]);

/** Why the program could not go on: a fault of the machine comes with its remedy; anything else is ours, and comes with its stack. */
export function faultText(error: unknown): string {
	const remedy = error instanceof Error && "code" in error ? REMEDIES.get(String(error.code)) : undefined;
	if (remedy !== undefined) return `assay broke: ${messageOf(error)}; ${remedy}`;
	return `assay broke: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`;
}
