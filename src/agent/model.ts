import type { Json } from "../core/json.ts";
import type { AssistantMessage, Message } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { ToolSpec } from "./tool.ts";

/**
 * What a request is for. A summary is metered like a round but is no round (and no request of `limits.requests`); a final
 * answer is asked for once, without tools, after a bound.
 */
export const PURPOSES = ["round", "summary", "final"] as const;
export type RequestPurpose = (typeof PURPOSES)[number];

/** What a strategy changes of an arm for the rest of its turn. `reasoning` null takes the parameter out. */
export type Adjustment = { readonly model?: string; readonly reasoning?: Json };

export type ModelRequest = {
	readonly purpose: RequestPurpose;
	readonly system: string;
	readonly messages: readonly Message[];
	readonly tools: readonly ToolSpec[];
	/** Asks for the reply piece by piece. Without it, nothing of a reply that is cut is left. */
	readonly stream: boolean;
	readonly adjustment: Adjustment;
	/** Tokens that the reply may have, where that is less than what the arm asks for; null is no bound. */
	readonly maxTokens: number | null;
};

/** Why the model stopped: our word beside the provider's own. */
export type ModelStop = {
	readonly kind: "end" | "tool-use" | "max-tokens" | "refusal" | "pause" | "context-window" | "other";
	readonly raw: string;
};

/** Whether there was more to say: an answer that stops so is not whole. */
export function isTruncated({ kind }: ModelStop): boolean {
	return kind === "max-tokens" || kind === "context-window";
}

/**
 * Why a request gave no reply. `transport`: reset, cut, stalled, 5xx. `unreadable`: whole, but no JSON. `overloaded`: 429,
 * 529, overload inside a stream. `overflow`: the prompt is too long. `unauthorized`: key or billing. `rejected`: any other
 * 4xx. `cancelled`: our signal fired.
 */
export const FAILURE_KINDS = ["transport", "unreadable", "overloaded", "overflow", "unauthorized", "rejected", "cancelled"] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export type ModelFailure = {
	readonly kind: FailureKind;
	readonly message: string;
	/** What the server asked us to wait, not yet capped; null when it did not say. */
	readonly retryAfterMs: number | null;
	/** What had arrived when it broke off: text and the usage reported so far. */
	readonly partial: string;
	readonly usage: Usage | null;
};

export type ModelReply =
	| { readonly ok: true; readonly message: AssistantMessage; readonly stop: ModelStop; readonly usage: Usage }
	| { readonly ok: false; readonly failure: ModelFailure };

/**
 * One way to be answered. Never rejects: a failure is a reply. One call is one attempt; retries are the kernel's. It must end
 * when the signal fires, with what had arrived: a second later the run goes on without it.
 */
export type Model = {
	readonly call: (request: ModelRequest, signal: AbortSignal | null) => Promise<ModelReply>;
};
