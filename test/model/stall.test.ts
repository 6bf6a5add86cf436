import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Clock } from "../../src/core/clock.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import { StallError, watchBody } from "../../src/model/stall.ts";

/** A clock whose timers only go off as the n-th one, and then at once. */
function handClock(firing: number | null = null): { readonly clock: Clock; readonly armed: Set<() => void> } {
	const armed = new Set<() => void>();
	let timers = 0;
	const after: Clock["after"] = (_, call) => {
		timers += 1;
		if (timers === firing) queueMicrotask(call);
		armed.add(call);
		return () => armed.delete(call);
	};
	return { clock: { ...systemClock, after }, armed };
}

/** A body that the test feeds. */
function fedBody(): { readonly response: Response; readonly feed: (text: string) => void; readonly end: () => void; cancelled: unknown } {
	const encoder = new TextEncoder();
	let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
	const fed = {
		cancelled: null as unknown,
		response: new Response(
			new ReadableStream<Uint8Array>({
				start: (opened) => {
					controller = opened;
				},
				cancel: (reason) => {
					fed.cancelled = reason;
				},
			}),
			{ status: 418, headers: { "x-kept": "1" } },
		),
		feed: (text: string) => controller?.enqueue(encoder.encode(text)),
		end: () => controller?.close(),
	};
	return fed;
}

test("a body that keeps coming is passed on, each chunk watched anew, nothing left armed", async () => {
	const { clock, armed } = handClock();
	const { response, feed, end } = fedBody();
	const watched = watchBody(response, { clock, stallMs: 50 });
	const text = watched.text();

	for (const piece of ["a", "b", "c"]) feed(piece);
	end();

	expect(await text).toBe("abc");
	expect(armed.size).toBe(0);
	expect([watched.status, watched.headers.get("x-kept")]).toEqual([418, "1"]);
});

test("a body that goes silent fails, and its connection is let go", async () => {
	const { clock, armed } = handClock(2);
	const body = fedBody();
	const reader = watchBody(body.response, { clock, stallMs: 50 }).body!.getReader();
	body.feed("a");
	await reader.read();

	await expect(reader.read()).rejects.toThrow(new StallError(50));
	expect(armed.size).toBe(0);
	expect(body.cancelled).toBeInstanceOf(StallError);
});

test("only a reader that waits is watched: a slow reader is no stall of the server's", async () => {
	const { clock, armed } = handClock();
	const { response, feed } = fedBody();
	const reader = watchBody(response, { clock, stallMs: 50 }).body!.getReader();
	feed("a");
	await reader.read();
	await setImmediate();

	expect(armed.size).toBe(0);
});

test("a response without a body is left alone", () => {
	const response = new Response(null, { status: 204 });

	expect(watchBody(response, { clock: systemClock, stallMs: 50 })).toBe(response);
});
