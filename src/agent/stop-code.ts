/** How far a run came: `ok` by itself, `stopped` by an instruction, `bounded` by an allowance, `ended` by a fault of its own, `refused` before it began. */
export type RunStatus = "ok" | "stopped" | "interrupted" | "bounded" | "refused" | "ended" | "error";

type End = {
	readonly status: RunStatus;
	/** A verdict is about the model and its allowance; every other end describes the batch, the provider or the harness. */
	readonly graded: boolean;
};

const OK: End = { status: "ok", graded: true };
const BOUNDED: End = { status: "bounded", graded: true };
const ENDED: End = { status: "ended", graded: true };
const OUTSIDE: End = { status: "error", graded: false };

/** Every way a run can end (spec C4). */
export type StopCode =
	| "completed"
	| "strategy_stop"
	| "stop_requested"
	| "cancelled"
	| "deadline"
	| "elapsed"
	| "max_rounds"
	| "tool_budget"
	| "token_budget"
	| "output_token_budget"
	| "cost_budget"
	| "request_budget"
	| "transcript_limit"
	| "pool_drained"
	| "pool_exhausted"
	| "stuck"
	| "loop"
	| "no_output"
	| "denial_limit"
	| "model_refusal"
	| "provider_stop"
	| "context_overflow"
	| "provider_error"
	| "setup_error"
	| "harness_error";

/** What each of them means. */
const ENDS: Readonly<Record<StopCode, End>> = {
	completed: OK,
	strategy_stop: { status: "stopped", graded: true },
	stop_requested: { status: "stopped", graded: false },
	cancelled: { status: "interrupted", graded: false },
	deadline: BOUNDED,
	elapsed: { status: "bounded", graded: false },
	max_rounds: BOUNDED,
	tool_budget: BOUNDED,
	token_budget: BOUNDED,
	output_token_budget: BOUNDED,
	cost_budget: BOUNDED,
	request_budget: BOUNDED,
	transcript_limit: BOUNDED,
	pool_drained: { status: "bounded", graded: false },
	pool_exhausted: { status: "refused", graded: false },
	stuck: ENDED,
	loop: ENDED,
	no_output: ENDED,
	denial_limit: ENDED,
	model_refusal: ENDED,
	provider_stop: ENDED,
	context_overflow: { status: "error", graded: true },
	provider_error: OUTSIDE,
	setup_error: OUTSIDE,
	harness_error: OUTSIDE,
};

export const STOP_CODES: readonly StopCode[] = Object.keys(ENDS).filter(isStopCode);

function isStopCode(code: string): code is StopCode {
	return Object.hasOwn(ENDS, code);
}

/** An end with what explains it. `used` and `limit` are in the bound's own unit, deadlines in milliseconds from the start of the run or turn that they bound; `message` is for `run.json` and people, never for the card. */
export type StopCause = {
	readonly code: StopCode;
	readonly limit?: number;
	readonly used?: number;
	readonly message?: string;
	/** The tool that a run was stuck on or looped over. */
	readonly tool?: string;
	/** What else was due at the same boundary, in order of precedence; last what a round had decided where a token or a deadline took its place. */
	readonly alsoTrue?: readonly StopCode[];
};

export function statusOf(code: StopCode): RunStatus {
	return ENDS[code].status;
}

export function isGraded(code: StopCode): boolean {
	return ENDS[code].graded;
}

/** The bound that a run ran into; null for every other end. */
export function boundOf({ code }: StopCause): StopCode | null {
	return ENDS[code].status === "bounded" ? code : null;
}
