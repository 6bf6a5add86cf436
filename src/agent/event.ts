import type { Message } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { CallRecord } from "./call.ts";
import type { ModelReply, RequestPurpose } from "./model.ts";
import type { StopCause } from "./stop-code.ts";

/** What happens in a run, in order. Turns and rounds count from 1, requests from 0. */
export type AgentEvent =
	| { readonly type: "turn-start"; readonly turn: number; readonly prompt: string }
	/** `appended` is what this request sends on top of the last one; all of it where the transcript was rewritten. */
	| {
			readonly type: "request";
			readonly index: number;
			readonly turn: number;
			readonly round: number;
			readonly purpose: RequestPurpose;
			readonly appended: readonly Message[];
			readonly rewritten: boolean;
	  }
	| { readonly type: "reply"; readonly index: number; readonly reply: ModelReply }
	| { readonly type: "tool-call"; readonly call: CallRecord }
	/** Text that entered the conversation beside the model's and the tools': queued input, or a nudge of ours. */
	| { readonly type: "input"; readonly turn: number; readonly round: number; readonly from: "queue" | "nudge"; readonly text: string }
	| { readonly type: "compaction"; readonly turn: number; readonly round: number; readonly promptTokens: number; readonly summary: string }
	| {
			readonly type: "turn-end";
			readonly turn: number;
			readonly text: string;
			readonly cause: StopCause;
			readonly rounds: number;
			readonly usage: Usage;
	  };

/** Synchronous and may not throw: an observer has no say in the run. */
export type Emit = (event: AgentEvent) => void;
