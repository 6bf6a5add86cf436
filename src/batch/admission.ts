/** What a group of trials may take at most, in the units of the pool's ledgers (tokens, nano-dollars). */
export type Amounts = readonly number[];

type Waiting = { readonly holds: Amounts; readonly decide: (admitted: boolean) => void };

/**
 * Admission by plan order, `hard` (DESIGN §6). A group is admitted when even the full holds of all who are under way leave
 * room for its own, and refused when not even their costing nothing would; between the two it waits for one of them to
 * settle. So each decision is that of running one group after another, whatever the concurrency; the first refusal closes the
 * pool. Asked in plan order, one question at a time.
 */
export class HardAdmission {
	readonly #limits: Amounts;
	/** Charges of settled trials. */
	#charged: Amounts;
	/** Holds of trials under way. */
	#held: Amounts;
	#waiting: Waiting | null = null;
	#isClosed = false;

	constructor(limits: Amounts) {
		this.#limits = limits;
		this.#charged = limits.map(() => 0);
		this.#held = limits.map(() => 0);
	}

	get charged(): Amounts {
		return this.#charged;
	}

	get isClosed(): boolean {
		return this.#isClosed;
	}

	/** Resolves to whether the next group of the plan may begin; its holds are then taken. */
	admit(holds: Amounts): Promise<boolean> {
		return new Promise((resolve) => {
			this.#waiting = { holds, decide: resolve };
			this.#look();
		});
	}

	/** One trial is over: its hold comes back, its charge stays. A charge above its hold counts as the hold. */
	settle(holds: Amounts, charges: Amounts): void {
		this.#held = minus(this.#held, holds);
		this.#charged = plus(
			this.#charged,
			charges.map((charge, at) => Math.min(charge, holds[at] ?? 0)),
		);
		this.#look();
	}

	#look(): void {
		if (this.#waiting === null) return;
		const { holds, decide } = this.#waiting;
		const best = minus(this.#limits, this.#charged);
		const worst = minus(best, this.#held);
		const fits = covers(worst, holds);
		if (!this.#isClosed && !fits && covers(best, holds)) return;
		this.#waiting = null;
		if (this.#isClosed || !fits) this.#isClosed = true;
		else this.#held = plus(this.#held, holds);
		decide(!this.#isClosed);
	}
}

function plus(a: Amounts, b: Amounts): Amounts {
	return a.map((amount, at) => amount + (b[at] ?? 0));
}

function minus(a: Amounts, b: Amounts): Amounts {
	return a.map((amount, at) => amount - (b[at] ?? 0));
}

function covers(room: Amounts, holds: Amounts): boolean {
	return room.every((amount, at) => amount >= (holds[at] ?? 0));
}
