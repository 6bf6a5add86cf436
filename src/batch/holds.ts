import { caseForArm } from "../case/arm-case.ts";
import type { Arm, Case } from "../case/case.ts";
import type { Price } from "../core/price.ts";
import type { Charge, PoolLimits } from "../recording/journal-record.ts";
import type { Amounts } from "./admission.ts";

const NOTHING: Charge = { tokens: 0, nanoUsd: 0 };

/** Whether an arm's answers cost anything: those of the built-in arms do not. */
export function isPaid({ provider }: Arm): boolean {
	return provider !== "oracle" && provider !== "nop";
}

/**
 * What a trial may take at most, so that a pool can be asked whether it has room (DESIGN §6). Null where nothing says: tokens
 * without a bound, or money without a bound of its own and a price for its tokens.
 */
export function holdOfTrial(asked: Case, arm: Arm, price: Price | null): { readonly [K in keyof Charge]: number | null } {
	if (!isPaid(arm)) return NOTHING;
	const { tokens, nanoUsd } = caseForArm(asked, arm).limits;
	const dearest = price === null ? null : Math.max(price.input, price.output, price.cacheRead, price.cacheWrite);
	return { tokens, nanoUsd: nanoUsd ?? (tokens === null || dearest === null ? null : tokens * dearest) };
}

/** A charge in the ledgers that a pool keeps, in their order. */
export function inLedgers({ tokens, nanoUsd }: Charge, limits: PoolLimits): Amounts {
	return [...(limits.tokens === null ? [] : [tokens]), ...(limits.nanoUsd === null ? [] : [nanoUsd])];
}

export function addCharges(charges: readonly Charge[]): Charge {
	return charges.reduce((sum, { tokens, nanoUsd }) => ({ tokens: sum.tokens + tokens, nanoUsd: sum.nanoUsd + nanoUsd }), NOTHING);
}
