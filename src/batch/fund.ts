import type { Charge } from "../recording/journal-record.ts";
import { HardAdmission } from "./admission.ts";
import { addCharges, holdOfTrial, inLedgers } from "./holds.ts";
import type { PlannedTrial } from "./plan.ts";
import type { BatchSetting } from "./setting.ts";

/** Where the money of a batch's trials comes from: its pool, or nobody asks. */
export type Fund = {
	/** What a trial may take at most; nothing is held where there is no pool. */
	readonly holdOf: (planned: PlannedTrial) => Charge;
	/** Whether the next group of the plan may begin. */
	readonly admit: (group: readonly PlannedTrial[]) => Promise<boolean>;
	/** Gives a hold back, and says what the plan book is charged with: what was taken, at most the hold. */
	readonly settle: (planned: PlannedTrial, taken: Charge) => Charge;
};

const NOTHING: Charge = { tokens: 0, nanoUsd: 0 };
const UNFUNDED: Fund = { holdOf: () => NOTHING, admit: async () => true, settle: (_, taken) => taken };

export function openFund({ pool, priceOf }: Pick<BatchSetting, "pool" | "priceOf">): Fund {
	if (pool === null) return UNFUNDED;
	const admission = new HardAdmission(inLedgers({ tokens: pool.tokens ?? 0, nanoUsd: pool.nanoUsd ?? 0 }, pool));
	const holdOf = ({ subject, arm }: PlannedTrial): Charge => {
		// A plan without a hold for one of its trials was refused before anything was spent.
		const { tokens, nanoUsd } = holdOfTrial(subject, arm, priceOf(arm));
		return { tokens: tokens ?? 0, nanoUsd: nanoUsd ?? 0 };
	};
	return {
		holdOf,
		admit: (group) => admission.admit(inLedgers(addCharges(group.map(holdOf)), pool)),
		settle: (planned, taken) => {
			const hold = holdOf(planned);
			const charge = { tokens: Math.min(taken.tokens, hold.tokens), nanoUsd: Math.min(taken.nanoUsd, hold.nanoUsd) };
			admission.settle(inLedgers(hold, pool), inLedgers(charge, pool));
			return charge;
		},
	};
}
