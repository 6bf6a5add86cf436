import { byteScrub, type Replacement } from "../core/scrub.ts";

/** The head of what a command wrote; what goes beyond the cap is counted as cut and forgotten. */
export type Output = {
	readonly push: (chunk: Uint8Array) => void;
	readonly text: () => string;
	readonly truncated: () => boolean;
};

/** `names` are replaced before anything is cut. */
export function collectOutput(maxBytes: number, names: readonly Replacement[] = []): Output {
	const scrub = byteScrub(names);
	const chunks: Uint8Array[] = [];
	let room = maxBytes;
	let truncated = false;
	const keep = (chunk: Uint8Array): void => {
		if (chunk.length > room) truncated = true;
		if (room > 0) chunks.push(chunk.subarray(0, room));
		room = Math.max(0, room - chunk.length);
	};
	return {
		// Beyond the cap only whether there was more is asked.
		push: (chunk) => keep(room === 0 ? chunk : scrub.push(chunk)),
		// Streaming leaves out a character that the cap cut in two; a whole output shows its last bad bytes.
		text: () => {
			keep(scrub.end());
			return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: truncated });
		},
		truncated: () => truncated,
	};
}
