import type { CallRecord } from "../../src/agent/call.ts";
import type { StopCode } from "../../src/agent/stop-code.ts";
import type { VerifyExpectation } from "../../src/case/expectation.ts";
import { NO_USAGE } from "../../src/core/usage.ts";
import { type CommandEvidence, type Evidence, emptyOutcome, type FileEvidence } from "../../src/recording/evidence.ts";
import type { WorkspaceEntry } from "../../src/workspace/change.ts";

/** A run of one turn that completed and did nothing, but for what is given. */
export function evidenceOf(given: {
	readonly answer?: string;
	readonly code?: StopCode;
	readonly calls?: readonly CallRecord[];
	readonly diff?: Evidence["diff"];
	readonly files?: readonly FileEvidence[];
	readonly commands?: readonly CommandEvidence[];
	readonly rounds?: number;
	readonly compactions?: number;
	readonly turns?: number;
}): Evidence {
	const cause = { code: given.code ?? "completed" };
	const rounds = given.rounds ?? 1;
	const turns = Array.from({ length: given.turns ?? 1 }, (_, index) => index + 1);
	return {
		turns: turns.map((turn) => ({ turn, text: turn === turns.length ? (given.answer ?? "") : "earlier", cause, rounds, usage: NO_USAGE })),
		calls: given.calls ?? [],
		diff: given.diff === undefined ? [] : given.diff,
		files: new Map((given.files ?? []).map((file) => [file.path, file])),
		commands: new Map((given.commands ?? []).map((command) => [command.digest, command])),
		outcome: { ...emptyOutcome(cause), rounds, requests: rounds, compactions: given.compactions ?? 0 },
	};
}

export function callOf(name: string, given: Partial<CallRecord> = {}): CallRecord {
	return { turn: 1, round: 1, sequence: 1, id: "call", name, args: {}, settledBy: "executed", isError: false, result: "", ...given };
}

export function commandOf(given: Partial<CommandEvidence>): CommandEvidence {
	return { digest: "d", run: "npm test", exitCode: 0, end: "exited", output: "3 passing (12 ms)", ...given };
}

export function entryOf(sha256: string): WorkspaceEntry {
	return { kind: "file", executable: false, size: 1, sha256, target: null };
}

export function verifyOf(given: Partial<VerifyExpectation> = {}): VerifyExpectation & { readonly weight: number } {
	return { kind: "verify", run: "npm test", files: [], timeoutMs: 120_000, weight: 1, ...given };
}
