import type { ReadableStreamReadResult } from "node:stream/web";
import type { Clock } from "../core/clock.ts";

/** A body that went silent: undici and the SDK would wait for it for ever, or for minutes. */
export class StallError extends Error {
	constructor(stallMs: number) {
		super(`no byte of the reply for ${stallMs} ms`);
		this.name = "StallError";
	}
}

export type StallWatch = { readonly clock: Clock; readonly stallMs: number };

/**
 * The same response, whose body fails once no chunk comes for `stallMs`. Raw chunks are timed, not events, so that a model
 * that thinks for long and only pings is left alone.
 */
export function watchBody(response: Response, watch: StallWatch): Response {
	return response.body === null ? response : new Response(watchStream(response.body, watch), response);
}

/** Reads only what is asked for: a chunk that waits is not a stall of the server's. */
function watchStream(body: ReadableStream<Uint8Array>, watch: StallWatch): ReadableStream<Uint8Array> {
	const reader = body.getReader();
	return new ReadableStream<Uint8Array>(
		{
			pull: async (controller) => {
				const { done, value } = await unlessStalled(reader, watch);
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: (reason) => reader.cancel(reason),
		},
		{ highWaterMark: 0 },
	);
}

async function unlessStalled(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	{ clock, stallMs }: StallWatch,
): Promise<ReadableStreamReadResult<Uint8Array>> {
	let takeBack = (): void => {};
	const stalled = new Promise<never>((_, reject) => {
		takeBack = clock.after(stallMs, () => {
			const error = new StallError(stallMs);
			reject(error);
			// Lets go of the connection; that it may already be gone is no news.
			reader.cancel(error).catch(() => {});
		});
	});
	try {
		return await Promise.race([reader.read(), stalled]);
	} finally {
		takeBack();
	}
}
