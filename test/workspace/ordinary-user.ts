import { chownSync } from "node:fs";
import { onTestFinished } from "vitest";

const NOBODY = 65_534;

/** The rest of the test runs without root's power to read and write anything; these paths are then the ordinary user's. */
export function asOrdinaryUser(...paths: readonly string[]): void {
	if (process.getuid?.() !== 0) return;
	for (const path of paths) chownSync(path, NOBODY, NOBODY);
	process.seteuid?.(NOBODY);
	onTestFinished(asRoot);
}

export function asRoot(): void {
	if (process.getuid?.() === 0) process.seteuid?.(0);
}
