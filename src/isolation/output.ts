import { type Replacement, scrubStream } from "../core/scrub.ts";

/** The head of what a command wrote; what goes beyond the cap is counted as cut and forgotten. */
export type Output = {
	readonly push: (chunk: Uint8Array) => void;
	readonly text: () => string;
	readonly truncated: () => boolean;
};

/** `names` are replaced before anything is cut. Bytes are handled as Latin-1 characters, so that none is changed by the way. */
export function collectOutput(maxBytes: number, names: readonly Replacement[] = []): Output {
	const scrub = scrubStream(names.map(({ find, replace }) => ({ find: asBytes(find), replace: asBytes(replace) })));
	const chunks: Buffer[] = [];
	let room = maxBytes;
	let truncated = false;
	const keep = (text: string): void => {
		const chunk = Buffer.from(text, "latin1");
		if (chunk.length > room) truncated = true;
		if (room > 0) chunks.push(chunk.subarray(0, room));
		room = Math.max(0, room - chunk.length);
	};
	return {
		// Beyond the cap only whether there was more is asked.
		push: (chunk) => (room === 0 ? keep(chunk.length > 0 ? "." : "") : keep(scrub.push(Buffer.from(chunk).toString("latin1")))),
		// Streaming leaves out a character that the cap cut in two; a whole output shows its last bad bytes.
		text: () => {
			keep(scrub.end());
			return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: truncated });
		},
		truncated: () => truncated,
	};
}

function asBytes(text: string): string {
	return Buffer.from(text, "utf8").toString("latin1");
}
