import { byteLength, headBytes } from "../core/text.ts";

export type OutputCap = { readonly lines: number; readonly bytes: number };

/** What one result may bring into the conversation (spec C6); the recording keeps all of it. */
export const DEFAULT_CAP: OutputCap = { lines: 2_000, bytes: 50 * 1024 };

/** The head of a result, with a note that says how much is missing. */
export function capOutput(content: string, cap: OutputCap = DEFAULT_CAP): string {
	const lines = content.split("\n");
	if (lines.length <= cap.lines && byteLength(content) <= cap.bytes) return content;
	const head = headBytes(lines.slice(0, cap.lines).join("\n"), cap.bytes);
	const shown = head.split("\n").length;
	return `${head}\n[cut: ${shown} of ${lines.length} lines shown; ask for a smaller part]`;
}
