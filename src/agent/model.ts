import type { AssistantMessage, Message } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { ToolSpec } from "./tool.ts";

/** What a request is for. A summary is metered like a round but is no round (and no request of `limits.requests`). */
export type RequestPurpose = "round" | "summary";

export type ModelRequest = {
	readonly purpose: RequestPurpose;
	readonly system: string;
	readonly messages: readonly Message[];
	readonly tools: readonly ToolSpec[];
};

/** Why the model stopped: our word beside the provider's own. */
export type ModelStop = {
	readonly kind: "end" | "tool-use" | "max-tokens" | "refusal" | "pause" | "context-window" | "other";
	readonly raw: string;
};

/**
 * Why a request gave no reply. `transport`: reset, cut, stalled, 5xx. `overloaded`: 429, 529, overload inside a stream.
 * `overflow`: the prompt is too long. `unauthorized`: key or billing. `rejected`: any other 4xx. `cancelled`: our signal fired.
 */
export type FailureKind = "transport" | "overloaded" | "overflow" | "unauthorized" | "rejected" | "cancelled";

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

/** One way to be answered. Never rejects: a failure is a reply. One call is one attempt; retries are the kernel's. */
export type Model = {
	readonly call: (request: ModelRequest, signal: AbortSignal | null) => Promise<ModelReply>;
};
