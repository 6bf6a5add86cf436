import { codeOf } from "../isolation/system-error.ts";

const GONE: ReadonlySet<string | null> = new Set(["ENOENT", "ENOTDIR"]);

/** Null where what an action is about is no longer there: a process that was left running may remove what is being walked. */
export async function unlessGone<T>(action: () => Promise<T>): Promise<T | null> {
	try {
		return await action();
	} catch (error) {
		if (GONE.has(codeOf(error))) return null;
		throw error;
	}
}
