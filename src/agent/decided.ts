import { nextStop, preempting, type StopSources } from "./stop.ts";
import type { StopCause } from "./stop-code.ts";

/**
 * The end that a round has decided, with what else is due beside it. Only a token or a deadline takes its place (spec C4, the
 * exception to the precedence), and not that of an answer: there is nothing left to abandon then.
 */
export function decided(own: StopCause, sources: StopSources, nowMs: number): StopCause {
	const due = nextStop(sources, nowMs);
	if (due === null) return own;
	if (own.code === "completed" || preempting(sources, nowMs) === null) return beside(own, due);
	return { ...due, alsoTrue: [...(due.alsoTrue ?? []), own.code] };
}

/** The first end, told with all that is due besides. */
export function beside(own: StopCause, due: StopCause | null): StopCause {
	const others = due === null ? [] : [due.code, ...(due.alsoTrue ?? [])].filter((code) => code !== own.code);
	return others.length === 0 ? own : { ...own, alsoTrue: others };
}
