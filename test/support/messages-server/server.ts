import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.ts";
import type { Answer } from "./answer.ts";
import { status } from "./fault.ts";
import { respond } from "./respond.ts";

type RecordedRequest = { readonly headers: IncomingHttpHeaders; readonly body: JsonObject };

/** Answers in order, or a function of the request and its number from 0. A promise holds the answer back. */
export type ServerScript = readonly Answer[] | ((request: RecordedRequest, index: number) => Answer | Promise<Answer>);

export type MessagesServer = AsyncDisposable & {
	readonly url: string;
	readonly requests: readonly RecordedRequest[];
	/** How many connections were ever opened. */
	readonly connections: () => number;
};

/** A Messages API on the loopback address. Requests beyond a list of answers are refused as invalid, which no client retries. */
export async function startMessagesServer(script: ServerScript): Promise<MessagesServer> {
	const requests: RecordedRequest[] = [];
	let connections = 0;
	const server = createServer((incoming, response) => {
		// A client that leaves in the middle of its request is part of what is tested.
		handle({ script, requests }, incoming, response).catch((error: unknown) =>
			response.destroy(error instanceof Error ? error : undefined),
		);
	});
	server.on("connection", () => {
		connections += 1;
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { url: urlOf(server), requests, connections: () => connections, [Symbol.asyncDispose]: () => close(server) };
}

type Session = { readonly script: ServerScript; readonly requests: RecordedRequest[] };

async function handle({ script, requests }: Session, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
	if (incoming.method !== "POST" || incoming.url !== "/v1/messages") return respond(response, status(404), false);
	const body: Json = JSON.parse(await text(incoming));
	if (!isJsonObject(body)) return respond(response, status(400), false);
	const request = { headers: incoming.headers, body };
	const index = requests.push(request) - 1;
	respond(response, await answerTo(script, request, index), body.stream === true);
}

async function answerTo(script: ServerScript, request: RecordedRequest, index: number): Promise<Answer> {
	if (typeof script === "function") return script(request, index);
	return script[index] ?? status(400, { message: `the server has no answer ${index + 1}` });
}

function urlOf(server: Server): string {
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
	return `http://127.0.0.1:${address.port}`;
}

async function close(server: Server): Promise<void> {
	const closed = once(server, "close");
	server.close();
	server.closeAllConnections();
	await closed;
}
