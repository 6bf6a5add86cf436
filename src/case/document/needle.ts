import { normalise } from "../../core/normalise.ts";

/** Whether a needle would be found in every answer: both are compared in their normal form. */
export function normalisesToNothing(needle: string): boolean {
	return normalise(needle) === "";
}
