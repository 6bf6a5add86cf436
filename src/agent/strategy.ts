import type { AssistantMessage } from "../core/message.ts";
import type { Adjustment } from "./model.ts";

/** Where a strategy is asked: after the results of a round are in, or after an answer that would end the turn. */
export type RoundBoundary = {
	readonly at: "tools" | "answer";
	/** The answer; null at a tool boundary. */
	readonly message: AssistantMessage | null;
	/** In call order; empty at an answer. */
	readonly results: readonly { readonly id: string; readonly name: string; readonly isError: boolean }[];
	/** Of this turn, the one just over included. */
	readonly rounds: number;
	readonly requests: number;
	readonly retries: number;
};

/** What a strategy may decide. None of it overrides a bound: an injected round is refused like any other. */
export type RoundDecision =
	| { readonly kind: "proceed"; readonly adjustment?: Adjustment }
	| { readonly kind: "inject"; readonly text: string; readonly adjustment?: Adjustment }
	| { readonly kind: "stop" };

/** Steers one turn from outside, round by round. Made anew for every turn, so that its state reaches no other. */
export type RoundStrategy = { readonly decide: (boundary: RoundBoundary) => RoundDecision | Promise<RoundDecision> };
