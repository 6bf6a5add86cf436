import { Script } from "node:vm";

/** What a pattern came to on a text. `unfinished`: it backtracked past all patience, so nothing is known. */
export type Search = { readonly kind: "found"; readonly match: string } | { readonly kind: "absent" } | { readonly kind: "unfinished" };

/** Far beyond what an honest pattern takes: whether one ends in time should not hang on the machine. */
const PATIENCE_MS = 2_000;
const SEARCH = new Script('new RegExp(pattern, "u").exec(text)?.[0] ?? null');

/** Looks for a regular expression (flag `u`). V8 leaves a runaway one only when its context is timed out, so it gets its own. */
export function search(text: string, pattern: string): Search {
	try {
		const match: unknown = SEARCH.runInNewContext({ text, pattern }, { timeout: PATIENCE_MS });
		return typeof match === "string" ? { kind: "found", match } : { kind: "absent" };
	} catch (error) {
		if (isTimeout(error)) return { kind: "unfinished" };
		throw error;
	}
}

/** By its code: an error of another context is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
	return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
