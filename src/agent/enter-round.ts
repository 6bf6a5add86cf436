import { userText } from "../core/message.ts";
import type { InputSource } from "./event.ts";
import { comingRound, heard } from "./heard.ts";
import { passHold } from "./hold.ts";
import { withMessage } from "./join-messages.ts";
import { roundAsk } from "./round-ask.ts";
import type { StopCause } from "./stop-code.ts";
import { fitTranscript } from "./trim.ts";
import type { TurnState } from "./turn-state.ts";

type Input = { readonly from: InputSource; readonly texts: readonly string[] };

/**
 * Input enters here and nowhere else: nothing but the request follows (DESIGN §7.5), unless what is said makes the conversation
 * too long, or the request too large for what the trial may take. Then it was not delivered, and that is told.
 */
export function enterRound(turn: TurnState): StopCause | null {
	const full = fitTranscript(turn, 0);
	if (full !== null) return full;
	const input = takeInput(turn);
	if (input.length === 0 && !turn.owesAnswer) return { code: "completed" };
	const refusal = fitTranscript(turn, charactersOf(input)) ?? beyondHold(turn, input);
	if (refusal !== null) {
		tellUndelivered(turn, input);
		return refusal;
	}
	turn.round += 1;
	for (const { from, texts } of input) turn.fold(from, texts);
	return null;
}

/** The end of a run whose next request, with this, would not fit its hold. */
function beyondHold(turn: TurnState, input: readonly Input[]): StopCause | null {
	const texts = input.flatMap((given) => given.texts);
	const messages = texts.length === 0 ? turn.transcript : withMessage(turn.transcript, userText(...texts));
	const passed = passHold(turn, roundAsk(turn, messages));
	return passed.ok ? null : passed.cause;
}

/** What was kept for now, what is queued, what came as mail. A reply that only paused goes back as it is. */
function takeInput(turn: TurnState): readonly Input[] {
	const { pending } = turn;
	const { queuedInput, mailbox } = turn.context;
	if (pending === null && turn.transcript.at(-1)?.role === "assistant") return [];
	turn.pending = null;
	const round = comingRound(turn);
	const kept = heard(turn, "the queue", () => textsOf([pending?.take()]), []);
	const queued = heard(turn, "the queue", () => textsOf(queuedInput?.takeSteers(round) ?? []), []);
	const claim = (): readonly string[] =>
		(mailbox?.deliver ? mailbox.claim(round) : []).map((mail) => `[message from ${mail.from}]\n${mail.text}`);
	const all: readonly Input[] = [
		{ from: pending?.from ?? "queue", texts: kept },
		{ from: "queue", texts: queued },
		{ from: "mail", texts: heard(turn, "the mailbox", claim, []) },
	];
	return all.filter(({ texts }) => texts.length > 0);
}

function textsOf(given: readonly unknown[]): readonly string[] {
	return given.filter((text) => typeof text === "string");
}

function charactersOf(input: readonly Input[]): number {
	return input.flatMap(({ texts }) => texts).reduce((sum, text) => sum + text.length, 0);
}

/** What a strategy wanted to say is no input that anybody waits for. */
function tellUndelivered(turn: TurnState, input: readonly Input[]): void {
	const texts = input.flatMap((given) => (given.from === "strategy" ? [] : given.texts));
	if (texts.length > 0) turn.deps.emit({ type: "undelivered", texts });
}
