import type { Json, JsonObject } from "../core/json.ts";
import type { CallSubject } from "./permission-rule.ts";

export type ToolSpec = {
	readonly name: string;
	readonly description: string;
	/** JSON Schema of the arguments. */
	readonly inputSchema: JsonObject;
};

export type ToolResult = { readonly content: string; readonly isError: boolean };

/** Decoding comes before every gate, so that a gate sees arguments that mean something. */
export type PreparedCall =
	| {
			readonly ok: true;
			/** Must end when the signal fires: a second later the run goes on without it, and its result is lost. */
			readonly run: (signal: AbortSignal) => Promise<ToolResult>;
			/** What the call is about, for rules on arguments; left out where it is about nothing that a rule could name. */
			readonly about?: () => Promise<CallSubject | null>;
	  }
	| { readonly ok: false; readonly problem: string };

/** A tool bound to one trial's workspace. `readOnly` ones run together and are the only ones of plan phase. */
export type Tool = {
	readonly spec: ToolSpec;
	readonly readOnly: boolean;
	/** Cannot reach beyond the run's own workspace. */
	readonly contained?: boolean;
	readonly prepare: (args: Json) => PreparedCall;
};
