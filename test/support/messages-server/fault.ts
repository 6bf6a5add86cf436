import type { Answer, Cut } from "./answer.ts";
import { frame } from "./sse.ts";

type StatusOptions = {
	readonly headers?: { readonly [name: string]: string };
	readonly type?: string;
	readonly message?: string;
	readonly code?: string;
};

const TYPES: ReadonlyMap<number, string> = new Map([
	[400, "invalid_request_error"],
	[401, "authentication_error"],
	[402, "billing_error"],
	[403, "permission_error"],
	[404, "not_found_error"],
	[413, "request_too_large"],
	[429, "rate_limit_error"],
	[529, "overloaded_error"],
]);

/** An error as the API words it. */
export function status(code: number, options: StatusOptions = {}): Answer {
	const type = options.type ?? TYPES.get(code) ?? "api_error";
	const details = options.code === undefined ? {} : { details: { error_code: options.code } };
	const body = JSON.stringify({
		type: "error",
		error: { type, message: options.message ?? `status ${code}`, ...details },
		request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
	});
	return { kind: "status", status: code, headers: { "content-type": "application/json", ...options.headers }, body };
}

/** What stands between us and the API answering for itself. */
export function html(code: number): Answer {
	return { kind: "status", status: code, headers: { "content-type": "text/html" }, body: `<html><h1>${code} Bad Gateway</h1></html>` };
}

/** A reply that is whole and good, as far as the status tells, but no JSON. */
export const notJson: Answer = { kind: "status", status: 200, headers: { "content-type": "application/json" }, body: '{"id": msg_01' };

export const reset: Answer = { kind: "reset" };
export const silence: Answer = { kind: "silence" };

/** An `error` event inside a stream that had begun well. */
export function errorEvent(type: string, text: string): Cut["how"] {
	return { frame: frame("error", { error: { type, message: text } }) };
}

export const invalidJson: Cut["how"] = { frame: 'event: content_block_delta\ndata: {"type":"content_block_de\n\n' };
