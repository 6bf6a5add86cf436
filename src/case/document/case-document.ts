import type { PermissionMode } from "../../agent/permission.ts";
import type { Phase } from "../../agent/phase.ts";
import type { StopCode } from "../../agent/stop-code.ts";
import type { Json, JsonObject } from "../../core/json.ts";

/** One text, or a list of them. */
export type OneOrMore = string | readonly string[];

/** `limits` of a case file; null is "no bound". */
export type LimitsDocument = {
	readonly rounds?: number;
	readonly tokens?: number | null;
	readonly output_tokens?: number | null;
	readonly usd?: number | null;
	readonly tool_calls?: number | null;
	readonly requests?: number | null;
	readonly wall?: string | null;
	readonly deadline?: string | null;
	readonly elapsed?: string | null;
	readonly transcript_chars?: number | null;
	readonly hard_rounds?: number;
	readonly denials?: { readonly in_a_row?: number; readonly total?: number };
};

/** How a run is played, beside its limits. What is left out is as `DEFAULT_RETRY`, `DEFAULT_GUARDS` and `DEFAULT_CAP` say. */
export type RunDocument = {
	readonly retry?: {
		readonly max?: number;
		readonly base_ms?: number;
		readonly max_ms?: number;
		readonly retry_after_cap_ms?: number;
		readonly overloaded_ms?: number;
	};
	readonly stuck?: { readonly window?: number; readonly error_rate?: number } | null;
	readonly loop_guard?: boolean;
	readonly empty_retries?: number;
	readonly final_answer?: boolean;
	readonly stream?: boolean | null;
	readonly tool_output?: { readonly lines?: number; readonly bytes?: number };
};

export type VerifyFileDocument = string | { readonly from: string; readonly to: string };

export type VerifyDocument = {
	readonly run: string;
	readonly files?: readonly VerifyFileDocument[];
	readonly timeout?: string;
	readonly weight?: number;
};

export type ArgsDocument = { readonly tool: string; readonly key: string; readonly equals?: Json; readonly contains?: string };

export type FileDocument = {
	readonly path: string;
	readonly exists?: boolean;
	readonly contains?: string;
	readonly equals?: string;
	readonly sha256?: string;
};

export type ExpectDocument = {
	readonly tools?: OneOrMore;
	readonly tools_in_order?: readonly string[];
	readonly forbid_tools?: OneOrMore;
	readonly no_tools?: boolean;
	readonly denied?: OneOrMore;
	readonly args?: readonly ArgsDocument[];
	readonly contains?: OneOrMore;
	readonly not_contains?: OneOrMore;
	readonly contains_any?: readonly string[];
	readonly matches?: OneOrMore;
	readonly not_matches?: OneOrMore;
	readonly max_rounds?: number;
	readonly stop_cause?: StopCode;
	readonly min_compactions?: number;
	readonly ended_on_failed_call?: boolean;
	readonly unchanged?: OneOrMore;
	readonly files?: readonly FileDocument[];
	readonly verify?: string | VerifyDocument;
};

/** One round of a reference solution: `{tool: args}`, several of them in a list, or `{say: text}`. */
export type OracleItem = JsonObject | readonly JsonObject[];

/** What an arm may say of every case. */
export type OverridesDocument = RunDocument & {
	readonly system?: string | null;
	readonly tools?: readonly string[];
	readonly phase?: Phase;
	readonly permissions?: {
		readonly mode?: PermissionMode;
		readonly allow?: readonly string[];
		readonly deny?: readonly string[];
		readonly ask?: Readonly<Record<string, "allow" | "deny">>;
	};
	readonly withhold?: readonly string[];
	readonly limits?: LimitsDocument;
	readonly compact_at_tokens?: number | null;
};

/** A case file, `_defaults.yaml`, or what they are merged to: no key is needed by itself. */
export type CaseDocument = OverridesDocument & {
	readonly prompt?: OneOrMore;
	readonly prompt_file?: string;
	readonly tags?: readonly string[];
	readonly fixture?: string | null;
	readonly setup?: string | null;
	readonly repeats?: number;
	readonly steer?: readonly { readonly round: number; readonly text: string }[];
	readonly oracle?: readonly OracleItem[] | null;
	readonly rows?: string;
	readonly expect?: ExpectDocument;
};

export function listOf(value: OneOrMore | undefined): readonly string[] {
	if (value === undefined) return [];
	return typeof value === "string" ? [value] : value;
}
