import type { AgentEvent } from "../agent/event.ts";
import type { RequestPurpose } from "../agent/model.ts";
import type { ToolSpec } from "../agent/tool.ts";
import type { JsonObject } from "../core/json.ts";
import type { WorkspaceChange } from "../workspace/change.ts";
import type { CommandEvidence, FileEvidence, OutcomeEvidence } from "./evidence.ts";
import type { AttemptKey } from "./trial-key.ts";

/** Raised when the meaning of a line changes: older recordings are then not reused. */
export const RECORDING_SCHEMA = 1;

/** The head of a recording: everything that shaped the trial, in full, once. */
export type RecordingHeader = {
	readonly type: "recording";
	readonly schema: typeof RECORDING_SCHEMA;
	readonly key: AttemptKey;
	readonly suite: string;
	/** The case as it was asked, the arm's overrides merged in. */
	readonly case: { readonly file: string; readonly digest: string; readonly source: JsonObject };
	readonly arm: {
		readonly provider: string;
		readonly model: string | null;
		readonly params: JsonObject;
		readonly overrides: JsonObject;
		readonly digest: string;
	};
	readonly system: string;
	readonly prompts: readonly string[];
	readonly tools: readonly ToolSpec[];
	/** One digest for each `verify` of the case, in order: the command and the files copied in for it. */
	readonly verify: readonly string[];
};

/** A request as it is kept: the digest is chained over all that the conversation sent so far, in scrubbed form. */
export type RequestLine = {
	readonly type: "request";
	readonly index: number;
	readonly turn: number;
	readonly round: number;
	readonly purpose: RequestPurpose;
	readonly digest: string;
};

/** One line of a recording; `seq` counts from 0 within the file. */
export type RecordingLine =
	| RecordingHeader
	| RequestLine
	| Exclude<AgentEvent, { type: "request" }>
	| { readonly type: "diff"; readonly changes: readonly WorkspaceChange[] }
	| { readonly type: "file"; readonly file: FileEvidence }
	| { readonly type: "command"; readonly command: CommandEvidence }
	| { readonly type: "outcome"; readonly outcome: OutcomeEvidence };
