import { setMaxListeners } from "node:events";

export type CancelReason =
	| { readonly kind: "signal"; readonly signal: string }
	| { readonly kind: "deadline" }
	/** More money left the machine than a pool and its waste allow. */
	| { readonly kind: "cash" }
	| { readonly kind: "caller"; readonly note: string };

/** Wraps one AbortController; the first reason wins. A batch shares one across all its runs. */
export class CancellationToken {
	readonly #controller = new AbortController();
	#reason: CancelReason | null = null;

	constructor() {
		// Every trial in flight listens on the one signal of its batch: Node's limit of 10 is no leak here.
		setMaxListeners(0, this.#controller.signal);
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	get reason(): CancelReason | null {
		return this.#reason;
	}

	get cancelled(): boolean {
		return this.#reason !== null;
	}

	cancel(reason: CancelReason): void {
		if (this.#reason !== null) return;
		this.#reason = reason;
		this.#controller.abort(reason);
	}
}
