/** A function that is asked once for each of its arguments: what many cases name is read once. */
export function remembered<K extends readonly string[], T>(call: (...key: K) => Promise<T>): (...key: K) => Promise<T> {
	const known = new Map<string, Promise<T>>();
	return (...key) => {
		const name = key.join("\0");
		const value = known.get(name) ?? call(...key);
		known.set(name, value);
		return value;
	};
}
