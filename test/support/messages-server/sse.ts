import type { JsonObject } from "../../../src/core/json.ts";
import type { Block, MessageAnswer } from "./answer.ts";

const HEAD = { id: "msg_01", type: "message", role: "assistant", model: "stand-in", stop_sequence: null };

/** The closing figures are totals; null is "as said before". */
const UNCHANGED = { input_tokens: null, cache_read_input_tokens: null, cache_creation_input_tokens: null };

export function frame(type: string, body: JsonObject): string {
	return `event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`;
}

/** An answer as its events, in the API's order; the output count of the opening is a placeholder, as there. */
export function framesOf({ blocks, stop, usage, pings }: MessageAnswer): readonly string[] {
	const opening = { ...HEAD, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
	return [
		frame("message_start", { message: opening }),
		...Array.from({ length: pings }, () => frame("ping", {})),
		...blocks.flatMap(blockFrames),
		frame("message_delta", {
			delta: { stop_reason: stop, stop_sequence: null },
			usage: { ...UNCHANGED, output_tokens: usage.output_tokens },
		}),
		frame("message_stop", {}),
	];
}

/** The same answer as one document. */
export function wholeMessage({ blocks, stop, usage }: MessageAnswer): JsonObject {
	return { ...HEAD, content: blocks.map(({ whole }) => whole), stop_reason: stop, usage };
}

function blockFrames({ opening, deltas }: Block, index: number): readonly string[] {
	return [
		frame("content_block_start", { index, content_block: opening }),
		...deltas.map((delta) => frame("content_block_delta", { index, delta })),
		frame("content_block_stop", { index }),
	];
}
