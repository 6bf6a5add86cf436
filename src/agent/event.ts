import type { Message } from "../core/message.ts";
import type { Usage } from "../core/usage.ts";
import type { CallRecord } from "./call.ts";
import type { ModelReply, RequestPurpose } from "./model.ts";
import type { Segment } from "./segments.ts";
import type { StopCause } from "./stop-code.ts";

/** Who said what entered the conversation beside the model and the tools. */
export const INPUT_SOURCES = ["queue", "follow-up", "mail", "strategy", "nudge"] as const;
export type InputSource = (typeof INPUT_SOURCES)[number];

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
	/** What the prompt of a round was made of. Steers nothing. */
	| { readonly type: "breakdown"; readonly turn: number; readonly round: number; readonly segments: readonly Segment[] }
	| { readonly type: "tool-call"; readonly call: CallRecord }
	| { readonly type: "input"; readonly turn: number; readonly round: number; readonly from: InputSource; readonly text: string }
	/** Queued input that the run ended without: it is not lost in silence. */
	| { readonly type: "undelivered"; readonly texts: readonly string[] }
	| { readonly type: "compaction"; readonly turn: number; readonly round: number; readonly promptTokens: number; readonly summary: string }
	/** Old results cut, so that the conversation fits its limit of characters. */
	| { readonly type: "trim"; readonly turn: number; readonly round: number; readonly results: number; readonly characters: number }
	/** Something of the harness's user went wrong without an effect on the run: a hook, a strategy. */
	| { readonly type: "notice"; readonly turn: number; readonly round: number; readonly text: string }
	| {
			readonly type: "turn-end";
			readonly turn: number;
			readonly text: string;
			readonly cause: StopCause;
			readonly rounds: number;
			readonly usage: Usage;
	  };

/** Synchronous and may not throw, since an observer has no say in the run: one that does is a bug of the harness, and the run rejects with it. */
export type Emit = (event: AgentEvent) => void;
