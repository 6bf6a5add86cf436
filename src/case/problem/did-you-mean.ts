import { nameSome } from "../../core/name-some.ts";
import { byCodeUnit } from "../../core/order.ts";

const MOST_NAMES = 30;

/** What to do about a name that is not known: the name that was meant, else all that there are. */
export function didYouMean(name: string, known: Iterable<string>): string {
	const names = [...known].sort(byCodeUnit);
	const meant = nearest(name, names);
	if (meant !== null) return `did you mean "${meant}"?`;
	if (names.length === 0) return "there are none";
	return `there are ${nameSome(names, MOST_NAMES)}`;
}

/** The name at the least distance, if it is near enough to be a slip of the keyboard. */
function nearest(name: string, names: readonly string[]): string | null {
	let best: string | null = null;
	let least = Math.max(1, Math.floor(name.length / 3)) + 1;
	for (const candidate of names) {
		if (Math.abs(candidate.length - name.length) >= least) continue;
		const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase());
		if (distance < least) [best, least] = [candidate, distance];
	}
	return best;
}

/** How many letters must be put in, taken out, replaced or swapped with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string): number {
	let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
	for (let row = 1; row <= a.length; row += 1) {
		const next = [row];
		for (let column = 1; column <= b.length; column += 1) {
			const replace = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
			const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
			next.push(Math.min(replace, at(last, column) + 1, at(next, column - 1) + 1, isSwap ? at(before, column - 2) + 1 : Infinity));
		}
		[before, last] = [last, next];
	}
	return at(last, b.length);
}

function at(numbers: readonly number[], index: number): number {
	return numbers[index] ?? Infinity;
}
