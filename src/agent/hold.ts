import type { Price } from "../core/price.ts";
import { tokensOf } from "../core/usage.ts";
import type { ModelRequest } from "./model.ts";
import { bytesOf } from "./segments.ts";
import type { StopCause } from "./stop-code.ts";
import type { TurnState } from "./turn-state.ts";

/**
 * What a trial may take at most, whatever is left of the batch's pool (DESIGN §6). Before a request, what it could take must
 * fit: then what a trial is charged never goes beyond its hold, and what others may take does not hang on it.
 */
export type Hold = {
	/** Input + output. */
	readonly tokens: number | null;
	readonly nanoUsd: number | null;
	/** Output tokens that a reply must have room for: 1,024 above any budget for reasoning. */
	readonly floorTokens: number;
};

/** What of a request says how large it is. */
type Sized = Pick<ModelRequest, "purpose" | "system" | "messages" | "tools">;

export type Passed = { readonly ok: true; readonly maxTokens: number | null } | { readonly ok: false; readonly cause: StopCause };

/** Whether a request fits what is left, and how long its reply may be then. */
export function passHold(turn: TurnState, request: Sized): Passed {
	const { hold } = turn.context;
	if (hold === null) return { ok: true, maxTokens: null };
	const prompt = promptBound(turn, request);
	const rooms = [...tokenRooms(turn, hold, prompt), ...moneyRooms(turn, hold, prompt)];
	const tight = rooms.find(({ output }) => output < hold.floorTokens);
	if (tight !== undefined) return { ok: false, cause: tight.cause };
	return { ok: true, maxTokens: rooms.length === 0 ? null : Math.min(...rooms.map(({ output }) => output)) };
}

/** Output tokens that one ledger leaves, and the end where that is too little. */
type Room = { readonly output: number; readonly cause: StopCause };

function tokenRooms({ scopes }: TurnState, { tokens, floorTokens }: Hold, prompt: number): readonly Room[] {
	const counters = scopes[0]?.counters;
	if (tokens === null || counters === undefined) return [];
	const used = tokensOf(counters.usage) + prompt;
	return [{ output: tokens - used, cause: { code: "token_budget", limit: tokens, used: used + floorTokens } }];
}

function moneyRooms({ scopes, deps }: TurnState, { nanoUsd, floorTokens }: Hold, prompt: number): readonly Room[] {
	const counters = scopes[0]?.counters;
	if (nanoUsd === null || deps.price === null || counters === undefined) return [];
	const { output } = deps.price;
	const used = counters.nanoUsd + prompt * dearestInput(deps.price);
	const left = output === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((nanoUsd - used) / output);
	return [{ output: left, cause: { code: "cost_budget", limit: nanoUsd, used: used + floorTokens * output } }];
}

function dearestInput({ input, cacheRead, cacheWrite }: Price): number {
	return Math.max(input, cacheRead, cacheWrite);
}

/** At most so many tokens: the last prompt as reported and every byte that came since, or every byte where nothing was reported. */
function promptBound(turn: TurnState, { purpose, system, messages, tools }: Sized): number {
	const { promptTokens, measured } = turn;
	if (purpose === "summary" || promptTokens === null || measured === null) {
		return Buffer.byteLength(system) + bytes(messages) + bytes(tools);
	}
	const known = new Set<object>(measured);
	return promptTokens + bytes(messages.filter((message) => !known.has(message)));
}

function bytes(items: readonly object[]): number {
	return items.reduce((sum, item) => sum + bytesOf(item), 0);
}
