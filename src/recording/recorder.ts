import type { AgentEvent } from "../agent/event.ts";
import { sha256 } from "../core/digest.ts";
import { canonicalJson, type Json } from "../core/json.ts";
import type { Evidence } from "./evidence.ts";
import { foldEvidence } from "./fold.ts";
import type { RecordingHeader, RecordingLine } from "./line.ts";
import { openRecording } from "./writer.ts";

/** What is kept of a trial while it runs. Everything passes the scrub first, so evidence and file say the same. */
export type Recorder = {
	readonly emit: (event: AgentEvent) => void;
	readonly write: (line: Exclude<RecordingLine, { type: "request" } | RecordingHeader>) => void;
	readonly evidence: () => Evidence;
	readonly close: () => Promise<{ readonly sha256: string }>;
};

export type Scrub = (value: Json) => Json;

export async function startRecorder(path: string, header: RecordingHeader, scrub: Scrub): Promise<Recorder> {
	const writer = await openRecording(path);
	const fold = foldEvidence();
	const chain = requestChain(scrub);
	const write = (line: RecordingLine): void => {
		const kept = scrub(line as Json) as RecordingLine;
		writer.write(kept);
		fold.add(kept);
	};
	write(header);
	return {
		emit: (event) => write(event.type === "request" ? chain(event) : event),
		write,
		evidence: fold.evidence,
		close: writer.close,
	};
}

/** Stamps each request with a digest over all that the conversation has sent: equal conversations have equal digests. */
function requestChain(scrub: Scrub): (event: Extract<AgentEvent, { type: "request" }>) => RecordingLine {
	let last = "";
	return ({ appended, rewritten, ...request }) => {
		const before = rewritten ? "" : last;
		const digest = sha256(`${before}\n${canonicalJson(scrub(appended))}`);
		if (request.purpose === "round") last = digest;
		return { ...request, digest };
	};
}
