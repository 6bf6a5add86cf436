import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, type JsonObject } from "../../src/core/json.ts";
import { type AssistantMessage, type Message, userText } from "../../src/core/message.ts";
import { byteLength } from "../../src/core/text.ts";
import { countUsage } from "../../src/model/counted-usage.ts";
import { request } from "./given.ts";

const tool = fc.record({ name: fc.string(), description: fc.string({ unit: "grapheme" }), inputSchema: fc.constant({ type: "object" }) });
const message = fc.string({ unit: "grapheme" }).map(userText);
const REPLY: AssistantMessage = { role: "assistant", content: [{ type: "text", text: "Fertig: ä😀" }] };

test("what is counted is a quarter of the bytes of the canonical JSON, rounded up", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), fc.array(message), fc.array(tool), (system, messages, tools) => {
			const sent: JsonObject = { system, messages, tools };
			expect(countUsage(request({ system, messages, tools }), REPLY)).toEqual({
				input: Math.ceil(byteLength(canonicalJson(sent)) / 4),
				output: Math.ceil(byteLength(canonicalJson(REPLY)) / 4),
				cacheRead: 0,
				cacheWrite: 0,
				complete: true,
			});
		}),
	);
});

test("a message is read once, however often it is sent again", () => {
	let reads = 0;
	const watched: Message = {
		role: "user",
		get content() {
			reads += 1;
			return [{ type: "text", text: "long" } as const];
		},
	};

	for (let round = 0; round < 10; round += 1) countUsage(request({ messages: [watched] }), REPLY);

	expect(reads).toBe(1);
});

test("text that is no text costs no run", () => {
	expect(countUsage(request({ system: "\ud83d" }), REPLY).input).toBeGreaterThan(0);
});
