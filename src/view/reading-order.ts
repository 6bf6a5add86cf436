import type { RecordingLine } from "../recording/line.ts";

/** What a prompt was made of is recorded behind the reply to it and told before it: a call and its result then stand together. */
export async function* inReadingOrder(lines: AsyncIterable<RecordingLine>): AsyncGenerator<RecordingLine> {
	let held: RecordingLine | null = null;
	for await (const line of lines) {
		if (line.type === "breakdown") {
			yield line;
			continue;
		}
		if (held !== null) yield held;
		held = line.type === "reply" ? line : null;
		if (held === null) yield line;
	}
	if (held !== null) yield held;
}
