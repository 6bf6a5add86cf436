import type { Clock } from "../core/clock.ts";
import { type Problem, usageError } from "../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { isOff, thinkingBudget } from "./anthropic-params.ts";

export type AnthropicOptions = {
	readonly model: string;
	/** Null is the public API, whatever the environment says. */
	readonly baseUrl: string | null;
	readonly apiKey: string;
	/** `max_tokens`, `thinking`, `cache`, and any other parameter of the API. */
	readonly params: JsonObject;
	/** How long a body may stay silent; 2 minutes. */
	readonly stallMs?: number;
	/** How long an answer may take to begin; 3 minutes, 5 for one that is not streamed, which begins when it is whole. */
	readonly headersMs?: number;
	readonly clock?: Clock;
};

/** What a request says by itself: an arm may not set it. */
const RESERVED = ["model", "messages", "system", "tools", "stream"] as const;

/** All that is wrong with what an arm says, found before anything is sent. Loads no SDK. */
export function anthropicProblems({ baseUrl, apiKey, params }: AnthropicOptions): readonly Problem[] {
	const { max_tokens: maxTokens, thinking, cache } = params;
	return [
		...unless(baseUrl === null || isHttp(baseUrl), `base_url is no http address: ${baseUrl}`, "give one such as https://host"),
		// Never the key itself: problems are printed.
		...unless(/^[\x21-\x7e]+$/.test(apiKey), "the API key is empty or not a header value", "check the variable named by api_key_env"),
		...RESERVED.flatMap((key) => unless(!(key in params), `params.${key} is set by the harness`, "remove it from the arm")),
		...unless(maxTokens === undefined || isCount(maxTokens), "params.max_tokens is no count", "give a whole number above 0"),
		...unless(isThinking(thinking), "params.thinking is not understood", "give a budget in tokens, true, or the API's own object"),
		...unless(isCache(cache), "params.cache is not understood", 'give true, "5m" or "1h"'),
		...unless(leavesRoom(maxTokens, thinking), "params.thinking leaves nothing of params.max_tokens", "raise max_tokens above it"),
	];
}

function unless(holds: boolean, what: string, remedy: string): readonly Problem[] {
	return holds ? [] : usageError(what, remedy).problems;
}

function isHttp(url: string): boolean {
	return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The API refuses a reasoning budget that reaches `max_tokens`. */
function leavesRoom(maxTokens: Json | undefined, thinking: Json | undefined): boolean {
	const budget = thinkingBudget(thinking);
	return budget === null || typeof maxTokens !== "number" || budget < maxTokens;
}

function isThinking(value: Json | undefined): boolean {
	return isOff(value) || value === true || isCount(value) || isJsonObject(value);
}

function isCache(value: Json | undefined): boolean {
	return isOff(value) || value === true || value === "5m" || value === "1h";
}

function isCount(value: Json | undefined): boolean {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
