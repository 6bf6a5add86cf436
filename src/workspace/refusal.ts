import { codeOf } from "../isolation/system-error.ts";

/** Why a path could not be used. The text names no real place. */
export type Refused = {
	readonly ok: false;
	readonly code: "outside" | "missing" | "wrong-kind" | "too-large" | "cancelled" | "failed";
	readonly problem: string;
};
export type Reached<T> = { readonly ok: true; readonly value: T } | Refused;

export type Reason = readonly [code: Refused["code"], text: string];

const REASONS: ReadonlyMap<string, Reason> = new Map<string, Reason>([
	["ENOENT", ["missing", "does not exist"]],
	["ENOTDIR", ["wrong-kind", "is not a folder, or leads through something that is not"]],
	["EISDIR", ["wrong-kind", "is a folder"]],
	["ENXIO", ["wrong-kind", "is not a regular file"]],
	["ELOOP", ["outside", "became a link while it was opened"]],
	["EACCES", ["failed", "permission denied"]],
	["EPERM", ["failed", "permission denied"]],
	["ENAMETOOLONG", ["failed", "the name is too long"]],
]);

export function refused(code: Refused["code"], problem: string): Refused {
	return { ok: false, code, problem };
}

export function refusedFor([code, text]: Reason, said: string): Refused {
	return refused(code, `${said}: ${text}`);
}

/** Runs an action; what the system refuses becomes a refusal of the path that was asked for. */
export async function attempt<T>(said: string, action: () => Promise<Reached<T>>): Promise<Reached<T>> {
	try {
		return await action();
	} catch (error) {
		const errno = codeOf(error);
		if (errno === null) throw error;
		return refusedFor(REASONS.get(errno) ?? ["failed", `failed with ${errno}`], said);
	}
}
