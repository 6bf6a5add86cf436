import type { Json } from "../core/json.ts";

/**
 * Who settled a call: `executed` ran it, `staged` kept it for review, every other one refused it before it ran. `malformed`:
 * the arguments are no JSON object; `invalid`: they are one that the tool does not take.
 */
export const SETTLERS = [
	"executed",
	"unknown",
	"malformed",
	"invalid",
	"withheld",
	"phase",
	"protected",
	"rule",
	"hook",
	"staged",
	"approver",
	"bound",
] as const;
export type Settler = (typeof SETTLERS)[number];

/** Settlers that are a policy saying no (a refusal of the model's wish, not a failure of the call). */
const DENYING: ReadonlySet<Settler> = new Set<Settler>(["withheld", "phase", "protected", "rule", "hook", "approver", "bound"]);

/** One call as it was settled. Turns, rounds and sequences count from 1; `result` is whole, before any cap. */
export type CallRecord = {
	readonly turn: number;
	readonly round: number;
	/** Its place among the calls of the turn. */
	readonly sequence: number;
	readonly id: string;
	readonly name: string;
	readonly args: Json;
	readonly settledBy: Settler;
	readonly isError: boolean;
	readonly result: string;
};

/** A call that went wrong at the tool itself: it ran and failed, or would not take its arguments. */
export function isToolError(call: CallRecord): boolean {
	return call.settledBy === "invalid" || (call.settledBy === "executed" && call.isError);
}

export function isDenied(call: CallRecord): boolean {
	return DENYING.has(call.settledBy);
}

/** The last call that was neither denied nor staged, if it went wrong. Of a run that something ended from outside it says nothing. */
export function failedLast(calls: readonly CallRecord[]): CallRecord | null {
	const last = calls.findLast((call) => !isDenied(call) && call.settledBy !== "staged");
	return last?.isError ? last : null;
}
