import type { PermissionRule } from "../agent/permission-rule.ts";
import type { Arm, Case, CaseLimits } from "../case/case.ts";
import type { SuiteConfig } from "../case/suite.ts";
import { counted } from "../core/counted.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { formatNanoUsd, type Price } from "../core/price.ts";
import type { ArmInfo, PlanDigests } from "../recording/journal-record.ts";
import { toWire } from "../recording/wire.ts";
import { printableLine } from "./printable.ts";

export type PlannedArm = ArmInfo &
	Pick<Arm, "baseUrl" | "apiKeyEnv" | "params" | "overrides" | "digest"> & {
		/** Nano-dollars per token; null where the suite has no price of its model. */
		readonly price: Price | null;
	};

/** A plan to look at: every value as a trial will have it. */
export type PlanView = {
	readonly suite: string;
	readonly trials: number;
	readonly digests: PlanDigests;
	readonly arms: readonly PlannedArm[];
	/** What the suite says of all trials together; flags of a run go before it. */
	readonly settings: Pick<SuiteConfig, "seed" | "concurrency" | "isolation" | "mounts" | "pool">;
	/** What all trials may take together: what a pool must hold to admit them all at once. Null in a unit without a bound. */
	readonly worstCase: { readonly tokens: number | null; readonly nanoUsd: number | null };
	/** One for each case and arm, in card order. */
	readonly entries: readonly { readonly arm: string; readonly subject: Case; readonly repeats: number }[];
};

export function planText({ suite, trials, digests, arms, worstCase, entries }: PlanView): string {
	const lines = entries.map(({ arm, subject, repeats }) => {
		const times = repeats === 1 ? "" : ` × ${repeats}`;
		return `${arm}/${subject.id}${times}  [${printableLine(subject.tags.join(", "))}]  ${limitsText(subject.limits)}`;
	});
	const cases = new Set(entries.map(({ subject }) => subject.id)).size;
	const named = arms.map(({ arm, model }) => (model === null ? arm : `${arm} (${printableLine(model)})`)).join(", ");
	return [
		`${printableLine(suite)}: ${counted(trials, "trial")} of ${counted(cases, "case")} under ${named}`,
		...lines,
		worstText(worstCase),
		`plan ${digests.digest}`,
	].join("\n");
}

function worstText({ tokens, nanoUsd }: PlanView["worstCase"]): string {
	const money = nanoUsd === null ? "money without a bound or a price" : `$${formatNanoUsd(nanoUsd)}`;
	return `at most ${tokens === null ? "tokens without a bound" : counted(tokens, "token")}, ${money}`;
}

function limitsText(limits: CaseLimits): string {
	return Object.entries(limitsJson(limits))
		.flatMap(([name, value]) => (value === null ? [] : [`${name} ${String(value)}`]))
		.join(", ");
}

export function planJson({ suite, trials, digests, arms, settings, worstCase, entries }: PlanView): JsonObject {
	return {
		suite,
		trials,
		plan: { ...digests },
		worst_case: { tokens: worstCase.tokens, usd: worstCase.nanoUsd === null ? null : formatNanoUsd(worstCase.nanoUsd) },
		settings: settingsJson(settings),
		arms: arms.map(armJson),
		cases: entries.map(({ arm, subject, repeats }): Json => ({ arm, repeats, ...caseJson(subject) })),
	};
}

function settingsJson({ pool, seed, concurrency, isolation, mounts }: PlanView["settings"]): JsonObject {
	const { tokens, nanoUsd, waste } = pool;
	return { seed, concurrency, isolation, mounts, pool: { tokens, usd: nanoUsd === null ? null : formatNanoUsd(nanoUsd), waste } };
}

function armJson({ price, ...arm }: PlannedArm): Json {
	return { ...(toWire(arm) as JsonObject), price_nano_usd_per_token: price === null ? null : toWire(price) };
}

function caseJson(subject: Case): JsonObject {
	const { id, file, tags, prompts, system, fixture, tools, phase, withhold, limits, compactAtTokens, setup, oracle, expect, digest } =
		subject;
	const { guards, output, finalAnswer, stream, retry } = subject.manner;
	const { denials, stuck, loop, emptyReplies } = guards;
	return {
		case: id,
		file,
		tags,
		prompts: prompts.length,
		system,
		fixture,
		tools,
		phase,
		permissions: permissionsJson(subject),
		withhold,
		limits: { ...limitsJson(limits), hard_rounds: limits.hardRounds, denials: toWire(denials) },
		retry: toWire(retry),
		stuck: toWire(stuck),
		loop_guard: loop,
		empty_retries: emptyReplies,
		final_answer: finalAnswer,
		stream,
		tool_output: toWire(output),
		steer: toWire(subject.manner.steer),
		compact_at_tokens: compactAtTokens,
		setup,
		oracle_rounds: oracle?.length ?? null,
		expectations: expect.map(({ kind }) => kind),
		digest,
	};
}

function permissionsJson({ permissions, answers }: Case): JsonObject {
	const { mode, allow, deny } = permissions;
	const asked = answers.map(({ rule, allowed }): [string, string] => [ruleText(rule), allowed ? "allow" : "deny"]);
	return { mode, allow: allow.map(ruleText), deny: deny.map(ruleText), ask: Object.fromEntries(asked) };
}

function ruleText({ tool, pattern }: PermissionRule): string {
	return pattern === null ? tool : `${tool}(${pattern})`;
}

function limitsJson(limits: CaseLimits): JsonObject {
	const { rounds, tokens, outputTokens, nanoUsd, toolCalls, requests, deadline, elapsedMs, transcriptChars } = limits;
	return {
		rounds,
		tokens,
		output_tokens: outputTokens,
		usd: nanoUsd === null ? null : formatNanoUsd(nanoUsd),
		tool_calls: toolCalls,
		requests,
		transcript_chars: transcriptChars,
		elapsed_ms: elapsedMs,
		wall_ms: deadline?.kind === "wall" ? deadline.ms : null,
		deadline_epoch_ms: deadline?.kind === "at" ? deadline.epochMs : null,
	};
}
