import { DEFAULT_FIELDS } from "../../src/agent/run-fields.ts";
import { TurnOptions } from "../../src/agent/turn-options.ts";
import { caseJsonSchema } from "../../src/case/document/case-schema.ts";
import { isJsonObject, type Json } from "../../src/core/json.ts";

/** A way in which something can be set: what can be set there, and the knob that shows each. */
export type Surface = { readonly found: readonly string[]; readonly knobs: Readonly<Record<string, string>> };

/** Keys of a case that say what is asked and how it is graded. */
const NO_KNOBS: ReadonlySet<string> = new Set(["prompt", "prompt_file", "tags", "fixture", "setup", "oracle", "rows", "expect", "steer"]);

/** Keys of a case with those inside them, as `limits.denials.total`; what is no knob is left out. */
function caseKeys(): readonly string[] {
	const { properties } = caseJsonSchema();
	return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([key, schema]) =>
		NO_KNOBS.has(key) ? [] : keysIn(key, schema),
	);
}

function keysIn(path: string, schema: Json): readonly string[] {
	if (!isJsonObject(schema)) return [path];
	const { anyOf, properties } = schema;
	const forms: readonly Json[] = Array.isArray(anyOf) ? anyOf : [schema];
	const inner = forms.flatMap((form) =>
		isJsonObject(form) && isJsonObject(form.properties ?? null) ? Object.entries(form.properties ?? {}) : [],
	);
	if (properties === undefined && inner.length === 0) return [path];
	return inner.flatMap(([key, member]) => keysIn(`${path}.${key}`, member));
}

const CASE_KEYS: Readonly<Record<string, string>> = {
	system: "system",
	tools: "tools",
	phase: "phase",
	"permissions.mode": "permissionMode",
	"permissions.allow": "permissions.allow",
	"permissions.deny": "permissions.deny",
	"permissions.ask": "permissions.ask",
	withhold: "withheld",
	"limits.rounds": "limits.maxRounds",
	"limits.tokens": "limits.maxTokens",
	"limits.output_tokens": "limits.maxOutputTokens",
	"limits.usd": "limits.maxCostUsd",
	"limits.tool_calls": "limits.maxToolCalls",
	"limits.requests": "limits.maxRequests",
	"limits.wall": "limits.deadlineMs",
	"limits.deadline": "limits.deadlineAt",
	"limits.elapsed": "limits.elapsed",
	"limits.transcript_chars": "limits.maxTranscriptChars",
	"limits.hard_rounds": "limits.hardMaxRounds",
	"limits.denials.in_a_row": "limits.maxDenials",
	"limits.denials.total": "limits.maxDenials.total",
	compact_at_tokens: "compaction.atTokens",
	"retry.max": "retry.max",
	"retry.base_ms": "retry.baseMs",
	"retry.max_ms": "retry.maxMs",
	"retry.retry_after_cap_ms": "retry.retryAfterCapMs",
	"retry.overloaded_ms": "retry.overloadedMs",
	"stuck.window": "stuck.window",
	"stuck.error_rate": "stuck.errorRate",
	loop_guard: "loopGuard",
	empty_retries: "emptyRetries",
	final_answer: "finalAnswerRound",
	// No recording tells how a reply came: what the context does with it is seen in the library.
	stream: "RunContext.withStream",
	"tool_output.lines": "tools.maxLines",
	"tool_output.bytes": "tools.maxBytes",
	repeats: "runs",
};

const RUN_FIELDS: Readonly<Record<string, string>> = {
	name: "audits",
	system: "system",
	budget: "limits.maxRounds",
	hold: "RunContext.withHold",
	cancel: "RunContext.withCancel",
	stop: "RunContext.withStop",
	phase: "phase",
	permissions: "permissionMode",
	homeostat: "homeostat",
	compactAtTokens: "compaction.atTokens",
	queuedInput: "queuedInput",
	withheld: "withheld",
	hooks: "hooks.preTool",
	outbox: "outbox",
	mailbox: "mailbox",
	guards: "emptyRetries",
	finalAnswer: "finalAnswerRound",
	stream: "RunContext.withStream",
	output: "tools.maxLines",
};

const BUILDERS: Readonly<Record<string, string>> = {
	cancellable: "TurnOptions.cancellable",
	stoppable: "TurnOptions.stoppable",
	withCancel: "cancel",
	withStop: "stop",
	withDeadline: "TurnOptions.withDeadline",
	withAbsoluteDeadline: "TurnOptions.withAbsoluteDeadline",
	withToolBudget: "TurnOptions.withToolBudget",
	withTokenBudget: "TurnOptions.withTokenBudget",
	withRequestBudget: "TurnOptions.withRequestBudget",
	withRetrySchedule: "TurnOptions.withRetrySchedule",
	withRetryBudget: "TurnOptions.withRetryBudget",
	withPool: "pool",
	withStrategy: "roundStrategy",
	over: "TurnOptions.over",
};

/** Methods of a class, its own ones and those of its values; `toJSON` sets nothing. */
function methodsOf(type: { readonly prototype: object }): readonly string[] {
	const own = Object.getOwnPropertyNames(type).filter((name) => !["length", "name", "prototype"].includes(name));
	const shared = Object.getOwnPropertyNames(type.prototype).filter((name) => !["constructor", "toJSON"].includes(name));
	return [...own, ...shared];
}

export const SURFACES: Readonly<Record<string, Surface>> = {
	"key of a case": { found: caseKeys(), knobs: CASE_KEYS },
	"field of a RunContext": { found: Object.keys(DEFAULT_FIELDS), knobs: RUN_FIELDS },
	"builder of TurnOptions": { found: methodsOf(TurnOptions), knobs: BUILDERS },
};
