import * as z from "zod";
import { STOP_CODES, type StopCode } from "../agent/stop-code.ts";
import type { JsonObject } from "../core/json.ts";
import { decodeAs } from "./decode.ts";
import type { AttemptKey } from "./trial-key.ts";

/** Digests of what was planned: two cards compare when they are equal where it matters. */
export type PlanDigests = {
	/** Over all the others. */
	readonly digest: string;
	readonly cases: string;
	readonly fixtures: string;
	readonly tools: string;
	readonly arms: string;
	/** The most that any case has. */
	readonly repeats: number;
	readonly seed: string;
};

export type ArmInfo = { readonly arm: string; readonly provider: string; readonly model: string | null };

/** What a trial takes or may take: input + output tokens, and integer nano-dollars. */
export type Charge = { readonly tokens: number; readonly nanoUsd: number };

/** The limits of a batch's pool; a null one is not kept. */
export type PoolLimits = { readonly tokens: number | null; readonly nanoUsd: number | null };

/** What the batch is: enough to write its card again without the suite. Cases are in order of id. */
export type JournalHeader = {
	readonly type: "header";
	readonly schema: 1;
	readonly suite: string;
	/** The suite's folder and config on the machine that ran it: where `grade` looks for today's expectations. */
	readonly config: string;
	readonly plan: PlanDigests;
	readonly arms: readonly ArmInfo[];
	readonly cases: readonly { readonly id: string; readonly tags: readonly string[]; readonly repeats: number }[];
	/** Null where the batch has none. */
	readonly pool: PoolLimits | null;
	/** What was asked for, as `run.json` has it: what `--resume` goes on with. */
	readonly flags: JsonObject;
	readonly started: string;
};

/** What a trial took: for `run.json`, never for the card. */
export type Telemetry = {
	readonly wallMs: number;
	readonly requestsFailed: number;
	readonly sleptMs: number;
	/** The most memory that its commands had at once; null where nobody counted. */
	readonly peakBytes: number | null;
};

export type JournalRecord =
	| JournalHeader
	/** `hold` is what the trial may take at most; zero where there is no pool. */
	| { readonly type: "admit"; readonly key: AttemptKey; readonly hold: Charge }
	/** The pool had no room for this trial's group, nor for any behind it in the plan. */
	| { readonly type: "refuse"; readonly key: AttemptKey }
	/** A recording is synced before this is written; `sha256` is of its bytes. `message` explains an end; `workspace` is where it was kept. */
	| {
			readonly type: "finish";
			readonly key: AttemptKey;
			readonly stop: StopCode;
			readonly sha256: string;
			readonly message: string | null;
			readonly workspace: string | null;
			/** What the plan book is charged with, at most the hold. */
			readonly charge: Charge;
			readonly telemetry: Telemetry;
	  }
	/** The batch was told to end before its plan was done. */
	| { readonly type: "stop"; readonly reason: string };

const natural = z.int().nonnegative();
const key = z.strictObject({ caseId: z.string(), arm: z.string(), repeat: natural, attempt: natural });

const charge = z.strictObject({ tokens: natural, nanoUsd: natural });

const record: z.ZodType<JournalRecord> = z.discriminatedUnion("type", [
	z.strictObject({
		type: z.literal("header"),
		schema: z.literal(1),
		suite: z.string(),
		config: z.string(),
		plan: z.strictObject({
			digest: z.string(),
			cases: z.string(),
			fixtures: z.string(),
			tools: z.string(),
			arms: z.string(),
			repeats: natural,
			seed: z.string(),
		}),
		arms: z.array(z.strictObject({ arm: z.string(), provider: z.string(), model: z.string().nullable() })),
		cases: z.array(z.strictObject({ id: z.string(), tags: z.array(z.string()), repeats: natural })),
		pool: z.strictObject({ tokens: natural.nullable(), nanoUsd: natural.nullable() }).nullable(),
		flags: z.record(z.string(), z.json()),
		started: z.string(),
	}),
	z.strictObject({ type: z.literal("admit"), key, hold: charge }),
	z.strictObject({ type: z.literal("refuse"), key }),
	z.strictObject({
		type: z.literal("finish"),
		key,
		stop: z.enum(STOP_CODES),
		sha256: z.string(),
		message: z.string().nullable(),
		workspace: z.string().nullable(),
		charge,
		telemetry: z.strictObject({ wallMs: z.number(), requestsFailed: natural, sleptMs: z.number(), peakBytes: natural.nullable() }),
	}),
	z.strictObject({ type: z.literal("stop"), reason: z.string() }),
]);

/** Throws on what is no journal record of this schema. */
export function parseRecord(value: unknown): JournalRecord {
	return decodeAs(record, value);
}
