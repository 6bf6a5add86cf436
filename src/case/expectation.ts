import type { StopCode } from "../agent/stop-code.ts";
import type { Json } from "../core/json.ts";

/** A command that is run in the workspace after the agent has stopped; it passes with exit code 0. */
export type VerifyExpectation = {
	readonly kind: "verify";
	readonly run: string;
	/** Copied in before it runs: `from` is relative to the case file, `to` to the workspace. */
	readonly files: readonly { readonly from: string; readonly to: string }[];
	readonly timeoutMs: number;
};

/** One graded expectation; a list in a case file (`tools: [a, b]`) becomes one per entry. Names are those of the file. */
export type Expectation = { readonly weight: number } & (
	| { readonly kind: "tools" | "forbid_tools" | "denied"; readonly tool: string }
	| { readonly kind: "tools_in_order"; readonly tools: readonly string[] }
	| { readonly kind: "no_tools" }
	| { readonly kind: "args"; readonly tool: string; readonly key: string; readonly equals?: Json; readonly contains?: string }
	| { readonly kind: "contains" | "not_contains"; readonly needle: string }
	| { readonly kind: "contains_any"; readonly needles: readonly string[] }
	| { readonly kind: "matches" | "not_matches"; readonly pattern: string }
	| { readonly kind: "max_rounds"; readonly limit: number }
	| { readonly kind: "stop_cause"; readonly code: StopCode }
	| { readonly kind: "min_compactions"; readonly least: number }
	| { readonly kind: "ended_on_failed_call"; readonly value: boolean }
	| { readonly kind: "unchanged"; readonly globs: readonly string[] }
	| {
			readonly kind: "files";
			readonly path: string;
			readonly exists: boolean;
			readonly contains?: string;
			readonly equals?: string;
			readonly sha256?: string;
	  }
	| VerifyExpectation
);
