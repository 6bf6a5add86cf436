export type Stuck = { readonly window: number; readonly errorRate: number };

/** What ends a run that goes on without getting on. */
export type Guards = {
	/** Empty replies in a row that are answered with a nudge. */
	readonly emptyReplies: number;
	/** Ends a run when of the last `window` calls this share failed; null never does. */
	readonly stuck: Stuck | null;
	/** Ends a run that after a compaction makes a call again and gets the same again. */
	readonly loop: boolean;
	/** Calls refused by policy, in a row and in all. */
	readonly denials: { readonly inARow: number; readonly total: number };
};

/** Spec C6. */
export const DEFAULT_STUCK: Stuck = { window: 10, errorRate: 0.8 };

export const DEFAULT_GUARDS: Guards = {
	emptyReplies: 3,
	stuck: DEFAULT_STUCK,
	loop: true,
	denials: { inARow: 3, total: 10 },
};
