import { expect, test } from "vitest";
import { UsageError } from "../../src/core/error.ts";
import { anthropicModel } from "../../src/model/anthropic.ts";
import { type AnthropicOptions, anthropicProblems } from "../../src/model/anthropic-options.ts";

const GOOD: AnthropicOptions = { model: "m", baseUrl: null, apiKey: "sk-1", params: {} };

function problemsOf(options: Partial<AnthropicOptions>): readonly string[] {
	return anthropicProblems({ ...GOOD, ...options }).map(({ what }) => what);
}

test("the public API and a key are enough", () => {
	expect(problemsOf({})).toEqual([]);
});

test.each([
	[{ baseUrl: "localhost:8080" }, "base_url is no http address: localhost:8080"],
	[{ apiKey: "" }, "the API key is empty or not a header value"],
	[{ apiKey: "sk-1\n" }, "the API key is empty or not a header value"],
	[{ params: { stream: false } }, "params.stream is set by the harness"],
	[{ params: { max_tokens: 0 } }, "params.max_tokens is no count"],
	[{ params: { max_tokens: "many" } }, "params.max_tokens is no count"],
	[{ params: { thinking: "much" } }, "params.thinking is not understood"],
	[{ params: { cache: "2h" } }, "params.cache is not understood"],
	[{ params: { max_tokens: 2_000, thinking: 2_000 } }, "params.thinking leaves nothing of params.max_tokens"],
	[
		{ params: { max_tokens: 2_000, thinking: { type: "enabled", budget_tokens: 4_000 } } },
		"params.thinking leaves nothing of params.max_tokens",
	],
] satisfies [Partial<AnthropicOptions>, string][])("%j is refused: %s", (options, what) => {
	expect(problemsOf(options)).toEqual([what]);
});

test("a model that cannot work says everything that is wrong, but never the key", () => {
	const make = (): unknown => anthropicModel({ ...GOOD, apiKey: "sk 4711", baseUrl: "ftp://x", params: { model: "other" } });

	expect(make).toThrow(UsageError);
	expect(make).toThrow(/base_url[\s\S]*API key[\s\S]*params\.model/);
	expect(make).not.toThrow(/4711/);
});
