import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fsync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { RecordingLine } from "./line.ts";
import { toWire } from "./wire.ts";

export type RecordingWriter = {
	/** Hands a line to the system, so that it is kept when the harness is killed. After a fault or the end nothing is written. */
	readonly write: (line: RecordingLine) => void;
	/** Syncs the file and tells its SHA-256. Rejects when a write failed (disk full): the trial is then the harness's fault. */
	readonly close: () => Promise<{ readonly sha256: string }>;
};

const sync = promisify(fsync);

/**
 * Opens a recording that does not exist yet. Rejects where it cannot be made, before anything is spent on it. Lines are
 * written at once: through a stream and the thread pool each would take longer than its write does.
 */
export async function openRecording(path: string): Promise<RecordingWriter> {
	mkdirSync(dirname(path), { recursive: true });
	const file = openSync(path, "wx");
	const hash = createHash("sha256");
	let seq = 0;
	let isOpen = true;
	let fault: { readonly error: unknown } | null = null;
	const append = (text: string): void => {
		hash.update(text);
		try {
			appendFileSync(file, text);
		} catch (error) {
			fault = { error };
		}
	};
	return {
		write: (line) => {
			const text = `${JSON.stringify({ seq, ...(toWire(line) as object) })}\n`;
			// Counted when it has been rendered: what cannot be leaves no gap.
			seq += 1;
			if (isOpen && fault === null) append(text);
		},
		close: async () => {
			isOpen = false;
			try {
				if (fault !== null) throw fault.error;
				await sync(file);
			} finally {
				closeSync(file);
			}
			return { sha256: hash.digest("hex") };
		},
	};
}
