import type { Adjustment } from "../agent/model.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

const DEFAULT_MAX_TOKENS = 8_192;
/** What a reply gets beyond its reasoning (the request gate's floor, DESIGN §6). */
export const LEAST_ANSWER_TOKENS: number = 1_024;

type Settings = { readonly model: string; readonly params: JsonObject };

/**
 * The part of a request body that stays the same for an arm: its model and its `params`. `cache` (true, "5m", "1h") and
 * `thinking` (a budget, true for adaptive) have short forms; every other parameter goes out as it stands.
 */
export function requestSettings({ model, params }: Settings): JsonObject {
	const { cache, thinking, max_tokens: maxTokens, ...others } = params;
	return {
		...others,
		model,
		max_tokens: maxTokens ?? defaultMaxTokens(thinking),
		...(isOff(thinking) ? {} : { thinking: thinkingOf(thinking) }),
		...(isOff(cache) ? {} : { cache_control: { type: "ephemeral", ...(typeof cache === "string" ? { ttl: cache } : {}) } }),
	};
}

/** What an arm sends while a strategy adjusts it: its model and its `thinking` give way. */
export function adjusted({ model, params }: Settings, { model: other = model, reasoning }: Adjustment): Settings {
	return { model: other, params: reasoning === undefined ? params : withThinking(params, reasoning) };
}

/** A `max_tokens` that was chosen for another budget of reasoning grows where it leaves no room for an answer. */
function withThinking(params: JsonObject, thinking: Json): JsonObject {
	const { max_tokens: maxTokens } = params;
	const budget = thinkingBudget(thinking);
	if (budget === null || typeof maxTokens !== "number") return { ...params, thinking };
	return { ...params, thinking, max_tokens: Math.max(maxTokens, budget + LEAST_ANSWER_TOKENS) };
}

/** How many tokens of reasoning `params.thinking` allows; null where it sets no figure. */
export function thinkingBudget(thinking: Json | undefined): number | null {
	const budget = isJsonObject(thinking) ? thinking.budget_tokens : thinking;
	return typeof budget === "number" ? budget : null;
}

/** A parameter that is left out or said to be off. */
export function isOff(value: Json | undefined): value is undefined | null | false {
	return value === undefined || value === null || value === false;
}

function defaultMaxTokens(thinking: Json | undefined): number {
	return Math.max(DEFAULT_MAX_TOKENS, (thinkingBudget(thinking) ?? 0) + LEAST_ANSWER_TOKENS);
}

function thinkingOf(thinking: Json): Json {
	if (typeof thinking === "number") return { type: "enabled", budget_tokens: thinking };
	return thinking === true ? { type: "adaptive" } : thinking;
}
