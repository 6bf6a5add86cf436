/** Time, injected: what reads it can be tested and replayed. */
export type Clock = {
	/** Monotonic milliseconds; only differences mean something. */
	readonly nowMs: () => number;
	/** Milliseconds since 1970, UTC: for `run.json` and absolute deadlines only. */
	readonly epochMs: () => number;
	/** Resolves after `ms`, or at once when the signal fires. Never rejects. */
	readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
	/** Calls back once after `ms`; the returned function takes it back. */
	readonly after: (ms: number, call: () => void) => () => void;
};
