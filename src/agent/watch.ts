import { sha256 } from "../core/digest.ts";
import { type CallRecord, isDenied, isToolError } from "./call.ts";
import type { Guards } from "./guards.ts";
import { jsonText } from "./json-text.ts";
import type { StopCause } from "./stop-code.ts";

const LOOP_WINDOW = 3;

/** Watches a run's calls for one that goes on without getting on. One for each run; asked when a round's results are all in. */
export class Watch {
	readonly #guards: Guards;
	#recent: readonly CallRecord[] = [];
	#denials = { inARow: 0, total: 0 };
	/** Digests of what was called and came back, in the rounds since a compaction; null before one. */
	#seen: readonly string[] | null = null;

	constructor(guards: Guards) {
		this.#guards = guards;
	}

	/** A summary has taken the details away: from now on the same call with the same result is a loop. */
	arm(): void {
		this.#seen ??= [];
	}

	/** The end that a round's calls bring, in order of precedence. */
	review(round: readonly CallRecord[]): StopCause | null {
		this.#count(round);
		const loop = this.#loop(round);
		return this.#denied() ?? this.#stuck() ?? loop;
	}

	#count(round: readonly CallRecord[]): void {
		this.#recent = [...this.#recent, ...round].slice(-(this.#guards.stuck?.window ?? 1));
		for (const call of round) {
			// What a bound refuses is about to end the run by its own name.
			const denied = isDenied(call) && call.settledBy !== "bound";
			this.#denials = { inARow: denied ? this.#denials.inARow + 1 : 0, total: this.#denials.total + (denied ? 1 : 0) };
		}
	}

	#denied(): StopCause | null {
		const { inARow, total } = this.#guards.denials;
		if (this.#denials.inARow >= inARow) return { code: "denial_limit", limit: inARow, used: this.#denials.inARow };
		return this.#denials.total >= total ? { code: "denial_limit", limit: total, used: this.#denials.total } : null;
	}

	#stuck(): StopCause | null {
		const { stuck } = this.#guards;
		if (stuck === null || this.#recent.length < stuck.window) return null;
		const failed = this.#recent.filter((call) => isToolError(call) || call.settledBy === "unknown");
		if (failed.length / this.#recent.length < stuck.errorRate) return null;
		return { code: "stuck", used: failed.length, limit: stuck.window, tool: mostFrequent(failed.map(({ name }) => name)) };
	}

	#loop(round: readonly CallRecord[]): StopCause | null {
		if (this.#seen === null || !this.#guards.loop) return null;
		const executed = round.filter((call) => call.settledBy === "executed");
		const seen = new Set(this.#seen);
		const again = executed.find((call) => seen.has(fingerprint(call)));
		this.#seen = [...this.#seen, ...executed.map(fingerprint)].slice(-LOOP_WINDOW);
		return again === undefined ? null : { code: "loop", tool: again.name };
	}
}

function fingerprint({ name, args, result }: CallRecord): string {
	return sha256(jsonText([name, args, result]));
}

function mostFrequent(names: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	const [[first = ""] = []] = [...counts].toSorted((a, b) => b[1] - a[1]);
	return first;
}
