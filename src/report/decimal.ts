const DIGITS = 4;
const SCALE = 10 ** DIGITS;

/** `passed / of` as a decimal of four digits, half up, by integers alone; null when there is nothing to divide by. */
export function ratio(passed: number, of: number): string | null {
	if (of === 0) return null;
	return fixed(Math.floor((2 * passed * SCALE + of) / (2 * of)));
}

/** A weight as a decimal of four digits: a card holds no floating point. */
export function decimal(value: number): string {
	return fixed(Math.round(value * SCALE));
}

function fixed(scaled: number): string {
	const digits = String(scaled).padStart(DIGITS + 1, "0");
	return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
}
