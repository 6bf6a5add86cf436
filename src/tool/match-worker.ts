import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Which lines of which texts match; `limit` bounds the hits. */
export type MatchRequest = { readonly pattern: string; readonly texts: readonly string[]; readonly limit: number };
/** `text` is an index into the request's texts; lines count from 1 and are clipped. */
type Hit = { readonly text: number; readonly line: number; readonly content: string };
export type MatchReply =
	| { readonly kind: "hits"; readonly hits: readonly Hit[] }
	| { readonly kind: "timed-out" }
	| { readonly kind: "cancelled" };

const TIME_MS = 2_000;
const LINE_CHARACTERS = 300;

/** Text, so that it runs the same from sources, from `dist` and from one bundled file. */
const SOURCE = `
const { parentPort } = require("node:worker_threads");
const clip = (line) => line.length <= ${LINE_CHARACTERS} ? line : line.slice(0, ${LINE_CHARACTERS}).replace(/[\\ud800-\\udbff]$/, "") + "…";
parentPort.on("message", ({ pattern, texts, limit }) => {
	const regex = new RegExp(pattern, "u");
	const hits = [];
	for (const [text, content] of texts.entries())
		for (const [index, line] of content.split(/\\r?\\n/).entries())
			if (hits.length < limit && regex.test(line)) hits.push({ text, line: index + 1, content: clip(line) });
	parentPort.postMessage(hits);
});
`;

let idle: Worker | null = null;

/** Matches in a thread of its own, which is ended when it takes too long: a regular expression can run for ever. */
export async function matchLines(request: MatchRequest, signal: AbortSignal): Promise<MatchReply> {
	const worker = await takeWorker();
	const reply = await ask(worker, request, signal);
	if (reply.kind === "hits" && idle === null) keep(worker);
	else await worker.terminate();
	return reply;
}

/** Starting one takes about 30 ms, which is no part of the time to match. */
async function takeWorker(): Promise<Worker> {
	const kept = idle;
	idle = null;
	kept?.ref();
	if (kept !== null) return kept;
	const worker = new Worker(SOURCE, { eval: true, env: {}, execArgv: [] });
	await once(worker, "online");
	return worker;
}

/** Without holding the process open. */
function keep(worker: Worker): void {
	worker.unref();
	idle = worker;
}

function ask(worker: Worker, request: MatchRequest, signal: AbortSignal): Promise<MatchReply> {
	return new Promise((resolve, reject) => {
		const settle = (reply: MatchReply): void => {
			clearTimeout(timer);
			signal.removeEventListener("abort", abort);
			worker.off("message", answer).off("error", reject);
			resolve(reply);
		};
		const abort = (): void => settle({ kind: "cancelled" });
		const answer = (hits: readonly Hit[]): void => settle({ kind: "hits", hits });
		// A busy event loop fires late timers before it reads messages: one more poll.
		const timer = setTimeout(() => setImmediate(() => settle({ kind: "timed-out" })), TIME_MS);
		signal.addEventListener("abort", abort, { once: true });
		worker.on("message", answer).on("error", reject);
		worker.postMessage(request);
		if (signal.aborted) abort();
	});
}
