/** The head of what a command wrote; what goes beyond the cap is counted as cut and forgotten. */
export type Output = {
	readonly push: (chunk: Uint8Array) => void;
	readonly text: () => string;
	readonly truncated: () => boolean;
};

export function collectOutput(maxBytes: number): Output {
	const chunks: Uint8Array[] = [];
	let room = maxBytes;
	let truncated = false;
	return {
		push: (chunk) => {
			if (chunk.length > room) truncated = true;
			if (room > 0) chunks.push(chunk.subarray(0, room));
			room = Math.max(0, room - chunk.length);
		},
		// Streaming leaves out a character that the cap cut in two; a whole output shows its last bad bytes.
		text: () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: truncated }),
		truncated: () => truncated,
	};
}
