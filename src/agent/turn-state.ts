import { type Message, userText } from "../core/message.ts";
import type { Audit } from "./audit.ts";
import type { CallRecord } from "./call.ts";
import type { AnyRunContext } from "./context.ts";
import type { RunDeps } from "./deps.ts";
import type { InputSource } from "./event.ts";
import { joinMessages, withMessage } from "./join-messages.ts";
import type { Adjustment, ModelRequest } from "./model.ts";
import type { RequestLog } from "./request-log.ts";
import type { Scope } from "./scope.ts";
import type { PromptSegment } from "./segments.ts";
import type { StopSources } from "./stop.ts";
import { stopSources } from "./stop-sources.ts";
import type { TurnOptions } from "./turn-options.ts";
import type { Watch } from "./watch.ts";

/** How a turn begins. */
export type TurnOpening = {
	/** From 1. */
	readonly turn: number;
	/** What the turn goes on from; never changed. */
	readonly transcript: readonly Message[];
	/** Of the last prompt, as reported; null before the first reply. */
	readonly promptTokens: number | null;
	readonly segments: readonly PromptSegment[];
	readonly options: TurnOptions;
	readonly scopes: readonly Scope[];
	readonly requests: RequestLog;
	readonly watch: Watch;
};

/** Text that is taken only when it is said, so that a run that ends before then has not lost it. */
export type PendingInput = { readonly from: InputSource; readonly take: () => string | null };

/**
 * One turn's conversation as the kernel works on it. Messages are never changed in place: the list is. Only the kernel holds
 * one; what leaves it are the plain outcomes.
 */
export class TurnState {
	readonly deps: RunDeps;
	readonly context: AnyRunContext;
	readonly opening: TurnOpening;
	readonly sources: StopSources;
	/** What the next request sends. */
	transcript: readonly Message[];
	/** What this turn added, also where a compaction has since folded it away. */
	readonly added: Message[] = [];
	readonly calls: CallRecord[] = [];
	readonly audits: Map<string, Audit> = new Map();
	adjustment: Adjustment = {};
	/** What another round was decided for: said when its request is certain. */
	pending: PendingInput | null = null;
	round = 0;
	compactions = 0;
	emptyReplies = 0;
	text = "";
	/** The model is still to speak, or has not finished: it called tools, paused or was cut. */
	owesAnswer = true;
	/** The answer came from a request of its own, after a bound. */
	forcedAnswer = false;
	/** Tokens of the last prompt as reported; null before the first reply and after a rewrite. */
	promptTokens: number | null;
	/** What that prompt held; null where nothing has been reported. */
	measured: readonly Message[] | null = null;

	constructor(deps: RunDeps, context: AnyRunContext, opening: TurnOpening) {
		this.deps = deps;
		this.context = context;
		this.opening = opening;
		this.sources = stopSources(context, opening.options, opening.scopes);
		this.transcript = opening.transcript;
		this.promptTokens = opening.promptTokens;
	}

	get turn(): number {
		return this.opening.turn;
	}

	get scopes(): readonly Scope[] {
		return this.opening.scopes;
	}

	/** What may interrupt a request, a sleep, a pause or a tool. */
	get signals(): readonly AbortSignal[] {
		return this.sources.cancel.map((token) => token.signal);
	}

	get place(): { readonly turn: number; readonly round: number } {
		return { turn: this.turn, round: this.round };
	}

	/** Roles alternate: what the last message's own role says goes on with it. */
	append(message: Message): void {
		if (message.role === "user") this.owesAnswer = true;
		const last = this.transcript.at(-1);
		const own = this.added.at(-1);
		const joined = joinMessages(last, message);
		// Trimming may have put a shorter one in the last one's place: the turn's own stays whole.
		const ownJoined = own === last ? joined : joinMessages(own, message);
		this.transcript = withMessage(this.transcript, message);
		if (ownJoined === null) this.added.push(message);
		else this.added[this.added.length - 1] = ownJoined;
	}

	/** Adds text to the user message that the next request ends with; opens one after an assistant message. */
	fold(from: InputSource, texts: readonly string[]): void {
		if (texts.length === 0) return;
		for (const text of texts) this.deps.emit({ type: "input", ...this.place, from, text });
		this.append(userText(...texts));
	}

	/** Tells of something that went wrong at the harness's user, and that the run goes on without. */
	note(text: string): void {
		this.deps.emit({ type: "notice", ...this.place, text });
	}

	/** Numbers a request and tells the recorder what it sends that the one before did not. */
	openRequest(request: ModelRequest): number {
		const { index, appended, rewritten } = this.opening.requests.open(request);
		this.deps.emit({ type: "request", index, ...this.place, purpose: request.purpose, appended, rewritten });
		return index;
	}
}
