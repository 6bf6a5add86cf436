import type { Json } from "../core/json.ts";

export type StagedCall = { readonly name: string; readonly args: Json; readonly turn: number; readonly sequence: number };

/** Tools whose calls are kept for review instead of being run. */
export type OutboxRoute = {
	readonly tools: ReadonlySet<string>;
	/** Keeps a call with the arguments that it would have run with. Where it rejects, the call has failed: it is not run in its place. */
	readonly stage: (call: StagedCall) => Promise<void>;
};

export type Mail = { readonly from: string; readonly text: string };

/** Messages of other agents. */
export type MailboxRoute = {
	/** Whether this run accepts mail; without it, what comes in stays where it is. */
	readonly deliver: boolean;
	/** Takes what has arrived for the coming round; it is not given a second time. */
	readonly claim: (round: number) => readonly Mail[];
};
