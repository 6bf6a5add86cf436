import type { AgentEvent } from "../agent/event.ts";
import type { Json } from "../core/json.ts";
import type { Scrub } from "../core/scrub.ts";
import type { Evidence } from "./evidence.ts";
import { foldEvidence } from "./fold.ts";
import type { RecordingHeader, RecordingLine, RequestLine } from "./line.ts";
import { requestChain } from "./request-chain.ts";
import { scrubLine } from "./scrub-line.ts";
import { openRecording } from "./writer.ts";

/** What is kept of a trial while it runs. Everything passes the scrub first, so evidence and file say the same. */
export type Recorder = {
	/** As it stands in the file. */
	readonly header: RecordingHeader;
	readonly emit: (event: AgentEvent) => void;
	readonly write: (line: Exclude<RecordingLine, RequestLine | RecordingHeader>) => void;
	readonly evidence: () => Evidence;
	readonly close: () => Promise<{ readonly sha256: string }>;
};

/** Rejects where the recording cannot be made. */
export async function startRecorder(path: string, header: RecordingHeader, scrub: Scrub): Promise<Recorder> {
	const writer = await openRecording(path);
	const fold = foldEvidence();
	const stamp = requestChain(scrub);
	const write = (line: RecordingLine): void => {
		const kept = scrubbed(line, scrub);
		writer.write(kept);
		fold.add(kept);
	};
	const kept = scrubbed(header, scrub);
	writer.write(kept);
	return {
		header: kept,
		emit: (event) => write(event.type === "request" ? stamp(event) : event),
		write,
		evidence: fold.evidence,
		close: writer.close,
	};
}

/** A scrub changes texts and no shape. */
function scrubbed<T extends RecordingLine>(line: T, scrub: Scrub): T {
	return scrubLine(line as Json, scrub) as Json as T;
}
