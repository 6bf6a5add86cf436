import type { CallRecord } from "../agent/call.ts";
import type { WorkspaceChange } from "../workspace/change.ts";
import { type CommandEvidence, type Evidence, emptyOutcome, type FileEvidence, type TurnEvidence } from "./evidence.ts";
import type { RecordingHeader, RecordingLine } from "./line.ts";

/** Gathers a recording's evidence line by line: while it is written, and whenever it is read again. */
export type EvidenceFold = { readonly add: (line: RecordingLine) => void; readonly evidence: () => Evidence };

/** A recording that was cut before its end: a harness fault, never a verdict. */
const CUT = emptyOutcome({ code: "harness_error", message: "the recording has no end" });

export function foldEvidence(): EvidenceFold {
	const turns: TurnEvidence[] = [];
	const calls: CallRecord[] = [];
	const files = new Map<string, FileEvidence>();
	const commands = new Map<string, CommandEvidence>();
	let diff: readonly WorkspaceChange[] | null = null;
	let outcome = CUT;
	return {
		add: (line) => {
			if (line.type === "turn-end") turns.push(line);
			else if (line.type === "tool-call") calls.push(line.call);
			else if (line.type === "diff") diff = line.changes;
			else if (line.type === "file") files.set(line.file.path, line.file);
			else if (line.type === "command") commands.set(line.command.digest, line.command);
			else if (line.type === "outcome") outcome = line.outcome;
		},
		evidence: () => ({ turns, calls, diff, files, commands, outcome }),
	};
}

/** A whole recording, folded. */
export async function readEvidence(
	lines: AsyncIterable<RecordingLine>,
): Promise<{ readonly header: RecordingHeader | null; readonly evidence: Evidence }> {
	const fold = foldEvidence();
	let header: RecordingHeader | null = null;
	for await (const line of lines) {
		if (line.type === "recording") header = line;
		else fold.add(line);
	}
	return { header, evidence: fold.evidence() };
}
