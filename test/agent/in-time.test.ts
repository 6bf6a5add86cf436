import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../src/agent/tool.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { stillClock } from "../support/still-clock.ts";
import { bounded, calling, play, reader, type Script, saying, trip } from "./kernel.ts";

/** Never ends; what is to happen to the run meanwhile happens once it is asked. */
type Endless = () => Promise<never>;

/** For each thing of a user's that a run waits for, a run in which it never ends. */
const WAITS: Readonly<Record<string, (endless: Endless) => Script>> = {
	tool: (endless) => ({ tools: [reader("look", endless)] }),
	model: (endless) => ({ deps: { model: { call: endless } } }),
	strategy: (endless) => ({ prompts: [{ prompt: "Go.", options: new TurnOptions({ strategy: { decide: endless } }) }] }),
	outbox: (endless) => ({ context: { outbox: { tools: new Set(["look"]), stage: endless } } }),
	"hook after a call": (endless) => ({ context: { hooks: { preTool: [], postTool: [endless] } } }),
	"hook before a call": (endless) => ({ context: { hooks: { preTool: [endless], postTool: [] } } }),
	"subject of a call": (endless) => ({
		tools: [{ ...reader("look"), prepare: () => ({ ok: true, run: async () => done, about: endless }) as const }],
	}),
};

const done: ToolResult = { content: "done", isError: false };

describe.each(Object.entries(WAITS))("a %s that never ends", (_, script) => {
	test.each(["cancelled", "deadline"] as const)(
		"is left to itself once the run is %s, and leaves no listener and no timer",
		async (code) => {
			const [still, cancel] = [stillClock(), new CancellationToken()];
			const endless: Endless = () => {
				setImmediate(() => {
					if (code === "cancelled") trip(cancel);
					still.advance(5_001);
					still.advance(1_000);
				});
				return new Promise(() => {});
			};
			const { deps, context, ...given } = script(endless);
			const { outcome } = await play({
				replies: [calling("look"), saying("Never.")],
				tools: [reader("look")],
				...given,
				context: { cancel, budget: bounded({ wallMs: 5_000 }), ...context },
				deps: { clock: still.clock, ...deps },
			});

			expect(outcome.cause.code).toBe(code);
			expect([getEventListeners(cancel.signal, "abort"), [...still.timers]]).toEqual([[], []]);
		},
	);
});

describe("a tool that is told to end", () => {
	/** Ends so long after its signal. */
	const late = (ms: number) => async () => {
		const [still, cancel] = [stillClock(), new CancellationToken()];
		const ends = reader("look", (signal) => {
			const result = new Promise<ToolResult>((resolve) => {
				signal.addEventListener("abort", () => still.clock.after(ms, () => resolve(done)), { once: true });
			});
			setImmediate(() => {
				trip(cancel);
				still.advance(ms);
				setImmediate(() => still.advance(1_000));
			});
			return result;
		});
		const { outcome } = await play({ replies: [calling("look")], tools: [ends], context: { cancel }, deps: { clock: still.clock } });
		return outcome.calls.map(({ settledBy, isError, result }) => [settledBy, isError, result]);
	};

	test("and ends within a second gives its result", async () => {
		expect(await late(999)()).toEqual([["executed", false, "done"]]);
	});

	test("and ends at once leaves nobody waiting for it", async () => {
		const [still, cancel] = [stillClock(), new CancellationToken()];
		const ends = reader("look", (signal) => {
			const result = new Promise<ToolResult>((resolve) => signal.addEventListener("abort", () => resolve(done), { once: true }));
			trip(cancel);
			return result;
		});
		await play({ replies: [calling("look")], tools: [ends], context: { cancel }, deps: { clock: still.clock } });
		expect([...still.timers]).toEqual([]);
	});

	test("and ends later has failed", async () => {
		expect(await late(1_001)()).toEqual([["executed", true, "[abandoned: it did not end when told to]"]]);
	});
});

test("what is abandoned and rejects later is heard by nobody", async () => {
	const cancel = new CancellationToken();
	const still = stillClock();
	let reject = (_: Error): void => {};
	const look = reader("look", () => {
		setImmediate(() => {
			trip(cancel);
			still.advance(1_000);
		});
		return new Promise((_, rejected) => {
			reject = rejected;
		});
	});
	const unheard: unknown[] = [];
	const hear = (reason: unknown): void => void unheard.push(reason);
	process.on("unhandledRejection", hear);
	await play({ replies: [calling("look")], tools: [look], context: { cancel }, deps: { clock: still.clock } });
	reject(new Error("late"));
	await new Promise((resolve) => setImmediate(resolve));
	process.off("unhandledRejection", hear);

	expect(unheard).toEqual([]);
});
