import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/core/json.ts";

/** A trial as a card has it, as far as these tests look. */
type CardTrial = {
	readonly case: string;
	readonly arm: string;
	readonly repeat: number;
	readonly verdict: string;
	readonly stop: string;
	readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly detail: string }[];
	readonly usage: JsonObject;
	readonly tool_calls: number;
	readonly recording: string | null;
};

export type Card = {
	readonly plan: JsonObject;
	readonly complete: boolean;
	readonly reason: string | null;
	readonly arms: readonly { readonly arm: string; readonly usage: JsonObject }[];
	readonly rates: { readonly planned: number; readonly passed: number; readonly failed: number; readonly ungraded: JsonObject };
	readonly trials: readonly CardTrial[];
};

export function readCard(run: string): Card {
	return JSON.parse(readFileSync(join(run, "scorecard.json"), "utf8"));
}

export function cardBytes(run: string): string {
	return readFileSync(join(run, "scorecard.json"), "latin1");
}

/** SHA-256 of a run's card. */
export function cardSha(run: string): string {
	return createHash("sha256").update(cardBytes(run), "latin1").digest("hex");
}

export function readLines<T>(file: string): readonly T[] {
	return readFileSync(file, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

/** A line of a recording, as far as these tests look. */
export type Line = JsonObject & { readonly seq: number; readonly type: string };

/** The recording of a trial, `arm/case/repeat`. */
export function recording(run: string, trial: string): readonly Line[] {
	return readLines(join(run, "trials", `${trial}.1.jsonl`));
}

type RecordedCall = {
	readonly name: string;
	readonly args: JsonObject;
	readonly settled_by: string;
	readonly is_error: boolean;
	readonly result: string;
};

/** The calls of a trial, in call order. */
export function callsOf(run: string, trial: string): readonly RecordedCall[] {
	return recording(run, trial).flatMap((line) => (line.type === "tool-call" ? [line.call as RecordedCall] : []));
}

/** Every file below a folder, by relative path. */
export function filesBelow(folder: string): readonly string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}
