/** Orders by UTF-16 code unit: the one order of ids, keys and paths in every file (a locale would vary it by machine). */
export function byCodeUnit(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** Orders values by a string that each of them has. */
export function by<T>(key: (value: T) => string): (a: T, b: T) => number {
	return (a, b) => byCodeUnit(key(a), key(b));
}
