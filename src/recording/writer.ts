import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import type { RecordingLine } from "./line.ts";
import { toWire } from "./wire.ts";

export type RecordingWriter = {
	/** Queues a line; what has been queued reaches the disk even when the run is cut off later. */
	readonly write: (line: RecordingLine) => void;
	/** Syncs the file and tells its SHA-256. Rejects when a write failed (disk full): the trial is then the harness's fault. */
	readonly close: () => Promise<{ readonly sha256: string }>;
};

/** Opens a recording that does not exist yet. Rejects where it cannot be made, before anything is spent on it. */
export async function openRecording(path: string): Promise<RecordingWriter> {
	await mkdir(dirname(path), { recursive: true });
	const file = await open(path, "wx");
	const stream = file.createWriteStream({ flush: true });
	const done = finished(stream);
	// The rejection is reported by close(); until then nobody waits for it.
	done.catch(() => {});
	const hash = createHash("sha256");
	let seq = 0;
	return {
		write: (line) => {
			const text = `${JSON.stringify({ seq, ...(toWire(line) as object) })}\n`;
			// Counted when it has been rendered: what cannot be leaves no gap.
			seq += 1;
			hash.update(text);
			stream.write(text);
		},
		close: async () => {
			stream.end();
			await done;
			return { sha256: hash.digest("hex") };
		},
	};
}
