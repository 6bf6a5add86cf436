import type { RequestPurpose } from "./model.ts";
import { nextStop, type StopSources } from "./stop.ts";
import type { StopCause, StopCode } from "./stop-code.ts";

/** After these the allowance for work is gone, and one answer more is worth its price to who asked for it (spec C6). */
const ANSWERABLE: ReadonlySet<StopCode> = new Set<StopCode>([
	"max_rounds",
	"tool_budget",
	"token_budget",
	"output_token_budget",
	"cost_budget",
	"loop",
	"stuck",
]);

export function isAnswerable({ code }: StopCause): boolean {
	return ANSWERABLE.has(code);
}

/** What keeps a request from being sent. A final answer is asked for beyond the bound that it follows, but beyond no other end. */
export function forbidding(purpose: RequestPurpose, sources: StopSources, nowMs: number): StopCause | null {
	const due = nextStop(sources, nowMs);
	if (due === null || purpose !== "final") return due;
	const [first, ...others] = [due.code, ...(due.alsoTrue ?? [])].filter((code) => !ANSWERABLE.has(code));
	if (first === undefined) return null;
	if (first === due.code) return due;
	return others.length === 0 ? { code: first } : { code: first, alsoTrue: others };
}
