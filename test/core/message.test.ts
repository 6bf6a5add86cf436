import { describe, expect, test } from "vitest";
import { type AssistantMessage, callsOf, textOf, userText } from "../../src/core/message.ts";

const message: AssistantMessage = {
	role: "assistant",
	content: [
		{ type: "opaque", raw: { thinking: "hm" } },
		{ type: "text", text: "One." },
		{ type: "tool-call", id: "1", name: "shell", args: {}, malformed: null },
		{ type: "text", text: "Two." },
	],
};

describe("messages", () => {
	test("what can be seen of one are its text blocks, a line each", () => {
		expect(textOf(message)).toBe("One.\nTwo.");
		expect(textOf(userText("Hi."))).toBe("Hi.");
	});

	test("its calls come in their order", () => {
		expect(callsOf(message).map(({ id }) => id)).toEqual(["1"]);
	});
});
