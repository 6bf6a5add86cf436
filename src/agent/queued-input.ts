/** Text for a run under way, as distinct from stopping it. Each text is delivered once, in order; blank ones are dropped. */
export type QueuedInput = {
	/** Takes what is to enter with the coming round (from 1, over the whole run): with the results of the last one. */
	readonly takeSteers: (round: number) => readonly string[];
	/** Takes what is to be said once the model has answered; null when there is nothing. */
	readonly takeFollowUp: () => string | null;
	/** Whether a steer would enter with that round, and whether a follow-up waits for an answer. */
	readonly hasSteer: (round: number) => boolean;
	readonly hasFollowUp: () => boolean;
	/** What nobody has taken: a run that is over says so. */
	readonly waiting: () => readonly string[];
};

/** A queue to push into while a run is in flight. */
export class InputQueue implements QueuedInput {
	#steers: string[] = [];
	readonly #followUps: string[] = [];

	/** A steer enters with the next tool results, a follow-up only after an answer. */
	push(text: string, kind: "steer" | "follow-up" = "steer"): void {
		if (text.trim() === "") return;
		if (kind === "steer") this.#steers.push(text);
		else this.#followUps.push(text);
	}

	takeSteers(): readonly string[] {
		const taken = this.#steers;
		this.#steers = [];
		return taken;
	}

	takeFollowUp(): string | null {
		return this.#followUps.shift() ?? null;
	}

	hasSteer(): boolean {
		return this.#steers.length > 0;
	}

	hasFollowUp(): boolean {
		return this.#followUps.length > 0;
	}

	waiting(): readonly string[] {
		return [...this.#steers, ...this.#followUps];
	}
}

export type Steer = { readonly round: number; readonly text: string };

/** Input scripted by round, as a case has it. */
export function scriptedInput(steers: readonly Steer[]): QueuedInput {
	let left = steers.filter(({ text }) => text.trim() !== "").toSorted((a, b) => a.round - b.round);
	return {
		takeSteers: (round) => {
			const due = left.filter((steer) => steer.round <= round);
			left = left.filter((steer) => steer.round > round);
			return due.map(({ text }) => text);
		},
		takeFollowUp: () => null,
		hasSteer: (round) => left.some((steer) => steer.round <= round),
		hasFollowUp: () => false,
		waiting: () => left.map(({ text }) => text),
	};
}
