import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Answer, Cut, MessageAnswer } from "./answer.ts";
import { status } from "./fault.ts";
import { framesOf, wholeMessage } from "./sse.ts";

/** Puts an answer on the wire. */
export function respond(response: ServerResponse, answer: Answer, streamed: boolean): void {
	switch (answer.kind) {
		case "message":
			if (streamed) send(response, streamOf(answer), answer.cut);
			else if (isFrame(answer.cut?.how)) respond(response, status(400, { message: "a plain reply has no events" }), false);
			else send(response, documentOf(answer), answer.cut);
			return;
		case "status":
			response.writeHead(answer.status, answer.headers).end(answer.body);
			return;
		case "reset":
			response.socket?.resetAndDestroy();
			return;
		case "silence":
			return;
	}
}

/** A body in the pieces between which it can break off. */
type Reply = { readonly headers: OutgoingHttpHeaders; readonly pieces: readonly string[] };

function streamOf(answer: MessageAnswer): Reply {
	return { headers: { "content-type": "text/event-stream", "request-id": "req_01" }, pieces: framesOf(answer) };
}

/**
 * As many pieces as the stream has events, so that a cut leaves the same share of both. Its length is said, so that a
 * document that ends early is known to be cut.
 */
function documentOf(answer: MessageAnswer): Reply {
	const whole = JSON.stringify(wholeMessage(answer));
	const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(whole), "request-id": "req_01" };
	const closing = answer.cut === null ? {} : { connection: "close" };
	return { headers: { ...headers, ...closing }, pieces: inPieces(whole, framesOf(answer).length) };
}

function inPieces(whole: string, count: number): readonly string[] {
	const end = (piece: number): number => Math.floor((whole.length * piece) / count);
	return Array.from({ length: count }, (_, piece) => whole.slice(end(piece), end(piece + 1)));
}

function send(response: ServerResponse, { headers, pieces }: Reply, cut: Cut | null): void {
	response.writeHead(200, headers);
	if (cut === null) response.end(pieces.join(""));
	else breakOff(response, pieces.slice(0, cut.after).join(""), cut.how);
}

/** What came before the break is handed to the kernel first: a reset would take it back otherwise. */
function breakOff(response: ServerResponse, sent: string, how: Cut["how"]): void {
	switch (how) {
		case "reset":
			response.write(sent, () => response.socket?.resetAndDestroy());
			return;
		case "stall":
			if (sent === "") response.flushHeaders();
			else response.write(sent);
			return;
		case "end":
			response.end(sent);
			return;
		default:
			response.end(sent + how.frame);
	}
}

function isFrame(how: Cut["how"] | undefined): boolean {
	return typeof how === "object";
}
