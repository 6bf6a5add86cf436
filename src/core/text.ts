/** The head of a text in at most `maxBytes` bytes of UTF-8, never cutting a character in two. */
export function headBytes(text: string, maxBytes: number): string {
	const bytes = Buffer.from(text, "utf8");
	if (bytes.length <= maxBytes) return text;
	return bytes.subarray(0, boundaryAtOrBefore(bytes, maxBytes)).toString("utf8");
}

/** The tail of a text in at most `maxBytes` bytes of UTF-8, never cutting a character in two. */
export function tailBytes(text: string, maxBytes: number): string {
	const bytes = Buffer.from(text, "utf8");
	if (bytes.length <= maxBytes) return text;
	let start = bytes.length - maxBytes;
	while (start < bytes.length && isContinuation(bytes[start])) start += 1;
	return bytes.subarray(start).toString("utf8");
}

export function byteLength(text: string): number {
	return Buffer.byteLength(text, "utf8");
}

function boundaryAtOrBefore(bytes: Buffer, position: number): number {
	let end = position;
	while (end > 0 && isContinuation(bytes[end])) end -= 1;
	return end;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
