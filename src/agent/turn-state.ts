import type { Message, TextBlock } from "../core/message.ts";
import type { CallRecord } from "./call.ts";
import type { RunContext } from "./context.ts";
import type { RunDeps } from "./deps.ts";
import type { ModelRequest } from "./model.ts";
import type { Scope } from "./scope.ts";
import type { StopSources } from "./stop.ts";

/**
 * One run's conversation as the kernel works on it. Messages are never changed in place: the list is. Only the kernel
 * holds one; what leaves it are the plain outcomes.
 */
export class TurnState {
	readonly deps: RunDeps;
	readonly context: RunContext;
	readonly sources: StopSources;
	readonly turn: number;
	/** What the next request sends. */
	transcript: readonly Message[];
	/** What this turn added, also where a compaction has since folded it away. */
	readonly added: Message[] = [];
	readonly calls: CallRecord[] = [];
	round = 0;
	compactions = 0;
	emptyReplies = 0;
	text = "";
	/** Tokens of the last prompt as reported; null before the first reply and after a rewrite. */
	promptTokens: number | null;
	readonly #requests: RequestLog;

	constructor(deps: RunDeps, context: RunContext, opening: TurnOpening) {
		this.deps = deps;
		this.context = context;
		this.sources = { cancel: context.cancel, stop: context.stop, scopes: opening.scopes };
		this.turn = opening.turn;
		this.transcript = opening.transcript;
		this.promptTokens = opening.promptTokens;
		this.#requests = opening.requests;
	}

	get scopes(): readonly Scope[] {
		return this.sources.scopes;
	}

	append(message: Message): void {
		this.transcript = [...this.transcript, message];
		this.added.push(message);
	}

	/** Adds text to the user message that the next request ends with; opens one after an assistant message. */
	fold(texts: readonly string[]): void {
		const last = this.transcript.at(-1);
		const blocks = texts.map((text): TextBlock => ({ type: "text", text }));
		if (last?.role === "user") this.#replaceLast({ role: "user", content: [...last.content, ...blocks] });
		else this.append({ role: "user", content: blocks });
	}

	#replaceLast(message: Message): void {
		const replaced = this.transcript.at(-1);
		this.transcript = [...this.transcript.slice(0, -1), message];
		if (this.added.at(-1) === replaced) this.added[this.added.length - 1] = message;
	}

	/** Numbers a request and tells the recorder what it sends that the one before did not. */
	openRequest(request: ModelRequest): number {
		const { index, appended, rewritten } = this.#requests.open(request);
		this.deps.emit({ type: "request", index, turn: this.turn, round: this.round, purpose: request.purpose, appended, rewritten });
		return index;
	}
}

export type TurnOpening = {
	readonly turn: number;
	readonly transcript: readonly Message[];
	readonly promptTokens: number | null;
	readonly scopes: readonly Scope[];
	readonly requests: RequestLog;
};

/** Numbers the requests of a run and finds by identity what each one appends. */
export class RequestLog {
	#next = 0;
	#sent: readonly Message[] = [];

	open({ purpose, messages }: ModelRequest): {
		readonly index: number;
		readonly appended: readonly Message[];
		readonly rewritten: boolean;
	} {
		const index = this.#next++;
		if (purpose === "summary") return { index, appended: messages, rewritten: true };
		const kept = this.#sent.every((message, at) => messages[at] === message);
		const appended = kept ? messages.slice(this.#sent.length) : messages;
		this.#sent = messages;
		return { index, appended, rewritten: !kept };
	}
}
