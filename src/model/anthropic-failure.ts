import type { FailureKind, ModelFailure } from "../agent/model.ts";
import { StallError } from "./stall.ts";

/** Why a request failed, without what had arrived. */
export type Cause = Pick<ModelFailure, "kind" | "message" | "retryAfterMs">;

/** What a provider's answer said, as status or inside the stream (then there is no status). */
export type Refusal = {
	readonly status: number | null;
	/** Its word for the kind of error, e.g. `overloaded_error`. */
	readonly type: string | null;
	/** Its stable code for the cause, e.g. `enforced_spend_limit_reached`. */
	readonly code: string | null;
	readonly message: string | null;
	readonly retryAfterMs: number | null;
};

/** A reply that came whole and good as far as the wire can tell, and makes no sense. */
export class UnreadableError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "UnreadableError";
	}
}

const MESSAGE_CHARACTERS = 300;

export const CANCELLED: Cause = { kind: "cancelled", message: "cancelled", retryAfterMs: null };

export function causeOfRefusal(refusal: Refusal): Cause {
	const { status, type, code, message, retryAfterMs } = refusal;
	const words = [status === null ? null : `HTTP ${status}`, type, code].filter((word) => word !== null).join(" ");
	return { kind: kindOf(refusal), message: tidy(message === null ? words : `${words}: ${message}`), retryAfterMs };
}

/** Whatever could not be read, or broke the connection: then the reason stands in the chain of causes, as a code. */
export function causeOfBreak(error: unknown): Cause {
	const unreadable = error instanceof SyntaxError || error instanceof UnreadableError;
	return { kind: unreadable ? "unreadable" : "transport", message: tidy(breakMessage(error)), retryAfterMs: null };
}

/** Ours, beside the provider's own: it words it differently as status, as type and as text. */
const RULES: readonly { readonly kind: FailureKind; readonly when: (refusal: Refusal) => boolean }[] = [
	{ kind: "overloaded", when: ({ status }) => status === 429 || status === 529 },
	{ kind: "overloaded", when: ({ type }) => type === "overloaded_error" || type === "rate_limit_error" },
	{ kind: "overflow", when: ({ status, type }) => status === 413 || type === "request_too_large" },
	{ kind: "overflow", when: ({ message }) => /prompt is too long|exceed context limit/i.test(message ?? "") },
	{ kind: "unauthorized", when: ({ status }) => status === 401 || status === 402 || status === 403 },
	{ kind: "unauthorized", when: ({ type }) => /^(authentication|billing|permission)_error$/.test(type ?? "") },
	{ kind: "unauthorized", when: ({ message }) => /credit balance is too low/i.test(message ?? "") },
	{ kind: "transport", when: ({ status }) => status === 408 || (status !== null && status >= 500) },
	{ kind: "rejected", when: ({ status }) => status !== null },
	{ kind: "rejected", when: ({ type }) => type === "invalid_request_error" || type === "not_found_error" },
];

function kindOf(refusal: Refusal): FailureKind {
	return RULES.find(({ when }) => when(refusal))?.kind ?? "transport";
}

function breakMessage(error: unknown): string {
	if (error instanceof StallError || error instanceof UnreadableError) return error.message;
	if (error instanceof SyntaxError) return "the reply is not valid JSON";
	const code = errorCode(error);
	if (code !== null) return `the connection failed (${code})`;
	return error instanceof Error ? error.message : "the connection failed";
}

/** The first system code in a chain of causes, e.g. ECONNRESET. */
function errorCode(error: unknown): string | null {
	let at = error;
	for (let depth = 0; depth < 8 && at instanceof Error; depth += 1) {
		if ("code" in at && typeof at.code === "string") return at.code;
		at = at.cause;
	}
	return null;
}

/** One short line without what differs from request to request. */
function tidy(message: string): string {
	const line = message
		.replaceAll(/\breq_\w+/g, "req")
		.replaceAll(/\s+/g, " ")
		.trim();
	return line.slice(0, MESSAGE_CHARACTERS).toWellFormed();
}
