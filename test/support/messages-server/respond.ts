import type { ServerResponse } from "node:http";
import type { Answer, Cut, MessageAnswer } from "./answer.ts";
import { framesOf, wholeMessage } from "./sse.ts";

/** Puts an answer on the wire. */
export function respond(response: ServerResponse, answer: Answer, streamed: boolean): void {
	switch (answer.kind) {
		case "message":
			if (streamed) stream(response, answer);
			else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(wholeMessage(answer)));
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

function stream(response: ServerResponse, answer: MessageAnswer): void {
	const frames = framesOf(answer);
	response.writeHead(200, { "content-type": "text/event-stream", "request-id": "req_01" });
	if (answer.cut === null) response.end(frames.join(""));
	else breakOff(response, frames.slice(0, answer.cut.after).join(""), answer.cut.how);
}

/** What came before the break is handed to the kernel first: a reset would take it back otherwise. */
function breakOff(response: ServerResponse, sent: string, how: Cut["how"]): void {
	switch (how) {
		case "reset":
			response.write(sent, () => response.socket?.resetAndDestroy());
			return;
		case "stall":
			response.write(sent);
			return;
		case "end":
			response.end(sent);
			return;
		default:
			response.end(sent + how.frame);
	}
}
