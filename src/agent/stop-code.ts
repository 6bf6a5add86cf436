/**
 * How a run can end (spec C4). `graded` ends are about the model and its allowance; the others describe the batch, the
 * provider or the harness, and leave the trial ungraded.
 */
const GRADED = [
	"completed",
	"deadline",
	"max_rounds",
	"tool_budget",
	"token_budget",
	"output_token_budget",
	"cost_budget",
	"request_budget",
	"no_output",
	"model_refusal",
	"provider_stop",
	"context_overflow",
] as const;

const UNGRADED = ["stop_requested", "cancelled", "provider_error", "setup_error", "harness_error"] as const;

export type StopCode = (typeof GRADED)[number] | (typeof UNGRADED)[number];
export const STOP_CODES: readonly StopCode[] = [...GRADED, ...UNGRADED];

/** An end with what explains it. `used` and `limit` are in the bound's own unit; `message` is for `run.json` and people, never for the card. */
export type StopCause = {
	readonly code: StopCode;
	readonly limit?: number;
	readonly used?: number;
	readonly message?: string;
};

const gradedCodes: ReadonlySet<StopCode> = new Set<StopCode>(GRADED);

export function isGraded(code: StopCode): boolean {
	return gradedCodes.has(code);
}
