import type { ScriptedAnswer } from "../agent/approver.ts";
import type { OutputCap } from "../agent/cap.ts";
import type { Guards } from "../agent/guards.ts";
import type { Permissions } from "../agent/permission.ts";
import type { Phase } from "../agent/phase.ts";
import type { Steer } from "../agent/queued-input.ts";
import type { RetryPolicy } from "../agent/retry.ts";
import type { Budget } from "../core/budget.ts";
import type { JsonObject } from "../core/json.ts";
import type { Expectation } from "./expectation.ts";

/** What a trial may spend, as a case or an arm states it; null is "none". */
export type CaseLimits = Omit<Budget, "wallMs" | "untilMs"> & {
	/** What `rounds` was clamped to. */
	readonly hardRounds: number;
	/** Working time, or an instant (milliseconds since 1970): one dimension, the last writer wins. */
	readonly deadline: { readonly kind: "wall"; readonly ms: number } | { readonly kind: "at"; readonly epochMs: number } | null;
};

/** One round of the reference solution: calls that really run, or (without any) the answer that ends a turn. */
export type OracleStep = { readonly calls: readonly { readonly tool: string; readonly args: JsonObject }[]; readonly say: string | null };

/** How a run is played, settled: nothing is left to a default. */
export type RunManner = {
	readonly retry: RetryPolicy;
	readonly guards: Guards;
	readonly finalAnswer: boolean;
	/** Null streams where the run can be cancelled. */
	readonly stream: boolean | null;
	readonly output: OutputCap;
	/** Input scripted by round, over all turns. */
	readonly steer: readonly Steer[];
};

/** What is asked, in which workspace, under which bounds, and what is expected. */
export type Case = {
	readonly id: string;
	/** The case file, relative to the suite's root, with `/`. */
	readonly file: string;
	readonly tags: readonly string[];
	readonly prompts: readonly string[];
	readonly system: string;
	/** Name below `fixtures/`; null is an empty workspace. */
	readonly fixture: string | null;
	readonly tools: readonly string[];
	readonly phase: Phase;
	readonly permissions: Permissions;
	/** What is answered where the permissions ask. */
	readonly answers: readonly ScriptedAnswer[];
	readonly withhold: readonly string[];
	readonly limits: CaseLimits;
	readonly manner: RunManner;
	readonly compactAtTokens: number | null;
	readonly setup: string | null;
	readonly repeats: number;
	readonly oracle: readonly OracleStep[] | null;
	readonly expect: readonly Expectation[];
	/** The merged document that this was decoded from: what recordings keep, and what digests are taken over. */
	readonly source: JsonObject;
	/** SHA-256 over `source`, the files it names and its fixture. */
	readonly digest: string;
};

/** A named way to answer. `overrides` wins over the case, in the words of a case file. */
export type Arm = {
	readonly name: string;
	readonly provider: "oracle" | "nop" | "script" | "anthropic";
	readonly isDefault: boolean;
	readonly model: string | null;
	/** Replies of a `script` arm: absolute path. */
	readonly file: string | null;
	readonly baseUrl: string | null;
	readonly apiKeyEnv: string | null;
	readonly params: JsonObject;
	readonly overrides: JsonObject;
	/** SHA-256 over all but the transport keys (`base_url`, `api_key_env`) and `default`. */
	readonly digest: string;
};

export type Fixture = { readonly name: string; readonly path: string; readonly digest: string };
