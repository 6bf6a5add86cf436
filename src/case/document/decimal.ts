/** A double holds any decimal of so many digits apart from its neighbours. */
const EXACT_DIGITS = 15;

/**
 * A number as an integer count of units of 10^-places, e.g. dollars as nano-dollars with 9; null when it has more places,
 * is negative, or has more digits than a double keeps. Works on the digits, so no float error enters.
 */
export function scaled(value: number, places: number): number | null {
	const [, whole, fraction = "", exponent = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
	if (whole === undefined) return null;
	const digits = `${whole}${fraction}`.replace(/^0+/, "");
	const zeros = places + Number(exponent) - fraction.length;
	if (zeros < 0 || digits.length > EXACT_DIGITS) return null;
	const units = Number(`${digits}${"0".repeat(zeros)}`);
	return Number.isSafeInteger(units) ? units : null;
}
