import { type JsonObject, prettyJson } from "../core/json.ts";
import { listText, objectText } from "./json-stream.ts";

/** Everything of a run that another run of the same outcomes would have otherwise: what a scorecard must not hold. */
export type RunHead = {
	/** ISO 8601, UTC. */
	readonly started: string;
	readonly ended: string;
	readonly host: string;
	readonly platform: string;
	/** The version of Node, and that of Assay. */
	readonly node: string;
	readonly version: string;
	readonly git: { readonly commit: string; readonly dirty: boolean } | null;
	/** The level that was had. */
	readonly isolation: string;
	readonly concurrency: number;
	readonly flags: JsonObject;
	/** All that left the machine: failed attempts and repeated trials too. */
	readonly cash: { readonly tokens: number; readonly nanoUsd: number };
};

export type RunTrial = {
	readonly id: string;
	readonly wallMs: number;
	readonly attempts: number;
	readonly requestsFailed: number;
	readonly sleptMs: number;
	readonly peakBytes: number | null;
	/** What explains its end; null when there is nothing to explain. */
	readonly message: string | null;
	/** Where its workspace was kept; null when it is gone. */
	readonly workspace: string | null;
};

/** `run.json`, in chunks; trials stand in the order in which they come. */
export function runText(head: RunHead, trials: AsyncIterable<RunTrial>): AsyncGenerator<string> {
	const { cash, git, ...plain } = head;
	const rest: JsonObject = {
		...plain,
		git: git === null ? null : { commit: git.commit, dirty: git.dirty },
		cash: { tokens: cash.tokens, nano_usd: cash.nanoUsd },
	};
	return objectText(rest, { key: "trials", text: listText("{}", renderTrials(trials)) });
}

async function* renderTrials(trials: AsyncIterable<RunTrial>): AsyncGenerator<string> {
	for await (const { id, wallMs, attempts, requestsFailed, sleptMs, peakBytes, message, workspace } of trials) {
		// One literal, since what begins with a spread has a hidden class of its own in Node 20.
		const trial = {
			wall_ms: Math.round(wallMs),
			attempts,
			requests_failed: requestsFailed,
			slept_ms: Math.round(sleptMs),
			peak_memory_bytes: peakBytes,
			message: message?.toWellFormed() ?? null,
			workspace,
		};
		yield `${JSON.stringify(id)}: ${prettyJson(trial, 2)}`;
	}
}
