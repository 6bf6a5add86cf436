import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { readOrEmpty } from "./process-state.ts";

const MOST_BYTES = 10_000;
const MOST_PROOFS = 50;

/** What a proof hangs on beside the machine: whatever of it differs has to be proven anew. */
export type ProofSubject = { readonly version: string; readonly path: string; readonly mounts: readonly string[] };

/** Null where proofs cannot be told apart: without a boot to name, or without bwrap. */
export function proofKey(subject: ProofSubject): string | null {
	const boot = readOrEmpty("/proc/sys/kernel/random/boot_id").trim();
	const bwrap = findProgram("bwrap");
	if (boot === "" || bwrap === null) return null;
	const { mtimeMs, size } = statSync(bwrap);
	const parts = [boot, process.getuid?.(), bwrap, mtimeMs, size, tmpdir(), subject.version, subject.path, subject.mounts];
	return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Whether this proof held before, by a file that nobody but this user can have written. */
export function isProven(key: string): boolean {
	return readProofs().includes(key);
}

/** Keeps a proof that held. A file that cannot be written costs only the next proof. */
export function keepProof(key: string): void {
	const fresh = `${proofFile()}.${process.pid}`;
	try {
		const proofs = [...readProofs().filter((proof) => proof !== key), key].slice(-MOST_PROOFS);
		writeFileSync(fresh, proofs.join("\n"), { flag: "wx", mode: 0o600 });
		renameSync(fresh, proofFile());
	} catch {
		rmSync(fresh, { force: true });
	}
}

export function proofFile(): string {
	return join(tmpdir(), `assay-proofs-${process.getuid?.() ?? "user"}`);
}

function readProofs(): readonly string[] {
	let file: number | null = null;
	try {
		file = openSync(proofFile(), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		return isOurs(file) ? readFileSync(file, "latin1").split("\n") : [];
	} catch {
		return [];
	} finally {
		if (file !== null) closeSync(file);
	}
}

function isOurs(file: number): boolean {
	const { mode, uid, nlink, size } = fstatSync(file);
	return mode === (constants.S_IFREG | 0o600) && uid === process.getuid?.() && nlink === 1 && size <= MOST_BYTES;
}
