import type { IOType } from "node:child_process";
import { openSync, readdirSync } from "node:fs";
import { readOrEmpty } from "./process-state.ts";

type Stdio = readonly (IOType | number)[];

const CLOSES_ON_START = 0o2000000;

/** Descriptors, by number, that the harness has from whoever started it and that every program it starts would have too. */
let inherited: readonly number[] | undefined;
let nothing: number | undefined;

/** What a program has for its descriptors, with /dev/null in the place of all that the harness itself was given open. */
export function coverInherited(stdio: Stdio): (IOType | number)[] {
	inherited ??= listInherited();
	const covered = [...stdio];
	for (const descriptor of inherited) {
		if (descriptor < stdio.length) continue;
		while (covered.length < descriptor) covered.push("ignore");
		nothing ??= openSync("/dev/null", "r");
		covered.push(nothing);
	}
	return covered;
}

function listInherited(): readonly number[] {
	return listOpen()
		.filter((descriptor) => descriptor > 2 && isInheritable(descriptor))
		.sort((a, b) => a - b);
}

function isInheritable(descriptor: number): boolean {
	const [, flags] = /^flags:\s+(\d+)$/m.exec(readOrEmpty(`/proc/self/fdinfo/${descriptor}`)) ?? [];
	return flags !== undefined && (Number.parseInt(flags, 8) & CLOSES_ON_START) === 0;
}

function listOpen(): readonly number[] {
	try {
		return readdirSync("/proc/self/fd").map(Number);
	} catch {
		return [];
	}
}
