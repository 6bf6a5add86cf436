import { expect, test } from "vitest";
import type { CallRecord } from "../../src/agent/call.ts";
import type { ToolResult } from "../../src/agent/tool.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { bounded, calling, play, reader, reply, saying, usage, writer } from "./kernel.ts";

/** Tools that write down when they begin and end; each waits a few turns of the event loop in between. */
function traced(): { readonly trace: string[]; readonly run: (name: string) => () => Promise<ToolResult> } {
	const trace: string[] = [];
	const run = (name: string) => async (): Promise<ToolResult> => {
		trace.push(`${name} begins`);
		for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
		trace.push(`${name} ends`);
		return { content: name, isError: false };
	};
	return { trace, run };
}

function settled(calls: readonly CallRecord[]): readonly string[] {
	return calls.map(({ name, settledBy }) => `${name}: ${settledBy}`);
}

test("read-only calls that stand together run together; one that may write runs alone, in call order", async () => {
	const { trace, run } = traced();
	const tools = [reader("a", run("a")), reader("b", run("b")), writer("w", run("w")), reader("c", run("c")), writer("v", run("v"))];

	await play({ replies: [calling("a", "b", "w", "c", "v"), saying("Done.")], tools });

	expect(trace).toEqual([
		"a begins",
		"b begins",
		"a ends",
		"b ends",
		...["w", "c", "v"].flatMap((name) => [`${name} begins`, `${name} ends`]),
	]);
});

test("results and trace are in call order, whoever finishes first", async () => {
	let release = (): void => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	const slow = reader("slow", async () => {
		await held;
		return { content: "slow", isError: false };
	});
	const quick = reader("quick", async () => {
		release();
		return { content: "quick", isError: false };
	});

	const { outcome, requests } = await play({ replies: [calling("slow", "quick"), saying("Done.")], tools: [slow, quick] });

	expect(outcome.calls.map(({ result }) => result)).toEqual(["slow", "quick"]);
	expect(requests[1]!.messages.at(-1)!.content).toMatchObject([
		{ type: "tool-result", id: "call_1", content: "slow" },
		{ type: "tool-result", id: "call_2", content: "quick" },
	]);
});

test("every call has one result: known, unknown, malformed, invalid, withheld, denied, thrown", async () => {
	const tools = [
		reader("good"),
		reader("hidden"),
		writer("refused"),
		{ ...reader("picky"), prepare: () => ({ ok: false, problem: "path: missing" }) as const },
		reader("broken", async () => {
			throw new Error("disk full");
		}),
	];
	const replies = [
		reply({
			calls: ["good", "nowhere", "hidden", "refused", "broken"]
				.map((name) => ({ name, args: {} }))
				.concat([
					{ name: "good", args: {}, ...{ malformed: "{" } },
					{ name: "picky", args: {} },
				]),
		}),
		saying("Done."),
	];
	const approver = async () => ({ allowed: false, reason: "no" }) as const;

	const { outcome, requests } = await play({ replies, tools, approver, context: { withheld: new Set(["hidden"]) } });

	expect(settled(outcome.calls)).toEqual([
		"good: executed",
		"nowhere: unknown",
		"hidden: withheld",
		"refused: approver",
		"broken: executed",
		"good: malformed",
		"picky: invalid",
	]);
	expect(outcome.calls.map(({ isError }) => isError)).toEqual([false, true, true, true, true, true, true]);
	expect(outcome.calls[4]!.result).toBe("disk full");
	expect(requests[1]!.messages.at(-1)!.content.map((block) => (block.type === "tool-result" ? block.id : ""))).toEqual(
		outcome.calls.map(({ id }) => id),
	);
});

test("in plan phase a tool that may write is neither offered nor run", async () => {
	const { outcome, requests } = await play({
		replies: [calling("look", "change"), saying("Planned.")],
		tools: [reader("look"), writer("change")],
		context: { phase: "plan" },
	});

	expect(requests[0]!.tools.map(({ name }) => name)).toEqual(["look"]);
	expect(settled(outcome.calls)).toEqual(["look: executed", "change: phase"]);
});

test.each([
	["tokens", { tokens: 20 }, "token_budget"],
	["output tokens", { outputTokens: 10 }, "output_token_budget"],
] as const)("the reply that crosses %s may still read, not write", async (_, budget, code) => {
	const { trace, run } = traced();
	const { outcome, requests } = await play({
		replies: [calling("look", "change"), saying("Never.")],
		tools: [reader("look", run("look")), writer("change", run("change"))],
		context: { budget: bounded(budget) },
	});

	expect(outcome.cause.code).toBe(code);
	expect(requests).toHaveLength(1);
	expect(settled(outcome.calls)).toEqual(["look: executed", "change: bound"]);
	expect(outcome.calls[1]!.result).toBe(`Not run: ${code}`);
	expect(trace).toEqual(["look begins", "look ends"]);
});

test("the reply that crosses the tool calls runs none of them", async () => {
	const { trace, run } = traced();
	const { outcome } = await play({
		replies: [calling("look"), calling("look", "look"), saying("Never.")],
		tools: [reader("look", run("look"))],
		context: { budget: bounded({ toolCalls: 2 }) },
	});

	expect(outcome.cause).toEqual({ code: "tool_budget", limit: 2, used: 3 });
	expect(settled(outcome.calls)).toEqual(["look: executed", "look: bound", "look: bound"]);
	expect(trace).toEqual(["look begins", "look ends"]);
});

test("unknown and denied calls count as tool calls", async () => {
	const { outcome } = await play({
		replies: [calling("nowhere"), calling("nowhere", "look"), saying("Never.")],
		tools: [reader("look")],
		context: { budget: bounded({ toolCalls: 2 }) },
	});

	expect(outcome.cause.code).toBe("tool_budget");
});

test("reaching the last round lets its calls run", async () => {
	const { outcome } = await play({
		replies: [calling("change"), saying("Never.")],
		tools: [writer("change")],
		context: { budget: bounded({ rounds: 1 }) },
	});

	expect(outcome.cause.code).toBe("max_rounds");
	expect(settled(outcome.calls)).toEqual(["change: executed"]);
});

test("cancelling reaches a tool that runs, and its result is kept", async () => {
	const cancel = new CancellationToken();
	const waiting = writer("wait", async (signal) => {
		const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
		cancel.cancel({ kind: "caller", note: "enough" });
		await aborted;
		return { content: "stopped", isError: true };
	});

	const { outcome, requests } = await play({ replies: [calling("wait"), saying("Never.")], tools: [waiting], context: { cancel } });

	expect(outcome.cause.code).toBe("cancelled");
	expect(outcome.calls.map(({ result }) => result)).toEqual(["stopped"]);
	expect(requests).toHaveLength(1);
});

test("calls beside the stop word of an answer are run", async () => {
	const { outcome } = await play({
		replies: [reply({ text: "Done?", calls: [{ name: "look", args: {} }], stop: "end", usage: usage(1, 1) }), saying("Done.")],
		tools: [reader("look")],
	});

	expect(settled(outcome.calls)).toEqual(["look: executed"]);
	expect(outcome.turns[0]!.finalText).toBe("Done.");
});

test("of many read-only calls eight run at once, and all are answered in call order", async () => {
	let running = 0;
	let most = 0;
	const look = reader("look", async () => {
		running += 1;
		most = Math.max(most, running);
		for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
		running -= 1;
		return { content: "seen", isError: false };
	});

	const { outcome } = await play({ replies: [calling(...Array.from({ length: 20 }, () => "look")), saying("Done.")], tools: [look] });

	expect(most).toBe(8);
	expect(outcome.calls.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `call_${at + 1}`));
});
