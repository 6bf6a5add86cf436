import { sha256 } from "../core/digest.ts";
import type { Json } from "../core/json.ts";
import { headBytes } from "../core/text.ts";
import type { CallRecord, Settler } from "./call.ts";
import { jsonText } from "./json-text.ts";

const MESSAGE_BYTES = 512;

/** One call that was asked for, whatever became of it. Times are of the run's clock. */
export type Audit = {
	/** `<run>/<turn>/<sequence>`: ids of calls recycle. */
	readonly key: string;
	readonly id: string;
	readonly tool: string;
	/** SHA-256 of the arguments as they were run; of `unreadable` where they are no JSON. */
	readonly argsSha256: string;
	readonly sideEffect: "read-only" | "mutating" | "unknown";
	readonly decision: Settler;
	/** The head of what went wrong; null when nothing did. */
	readonly error: string | null;
	readonly startedMs: number;
	readonly finishedMs: number;
};

export type AuditSubject = Pick<Audit, "sideEffect" | "startedMs" | "finishedMs"> & { readonly run: string; readonly args: Json };

export function auditOf(call: CallRecord, { run, args, ...rest }: AuditSubject): Audit {
	return {
		...rest,
		key: `${run}/${call.turn}/${call.sequence}`,
		id: call.id,
		tool: call.name,
		argsSha256: sha256(jsonText(args)),
		decision: call.settledBy,
		error: call.isError ? headBytes(call.result, MESSAGE_BYTES) : null,
	};
}
