import { beside } from "./decided.ts";
import type { ModelFailure } from "./model.ts";
import type { StopCause, StopCode } from "./stop-code.ts";

const INSTRUCTIONS: ReadonlySet<StopCode> = new Set<StopCode>(["cancelled", "stop_requested"]);

/** What a failure that nobody retries means. One that a token or a bound brought about is named by that, never as the provider's fault. */
export function endOfFailure(failure: ModelFailure, due: StopCause | null): StopCause {
	if (due !== null && (failure.kind === "cancelled" || INSTRUCTIONS.has(due.code))) return due;
	const { message } = failure;
	return beside({ code: failure.kind === "overflow" ? "context_overflow" : "provider_error", message }, due);
}

/** A bound that came due where a retry was to follow: failed attempts used it up, not the model, so it gives no verdict (DESIGN §7.7). */
export function outgrown(message: string, due: StopCause): StopCause {
	if (INSTRUCTIONS.has(due.code)) return due;
	return beside({ code: "provider_error", message }, due);
}
