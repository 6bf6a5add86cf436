/** A stream of choices that is the same on every machine: mulberry32 over the FNV-1a hash of a name. */
export function seeded(name) {
	let state = fnv1a(name);
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const int = (least, most) => least + Math.floor(next() * (most - least + 1));
	return { int, pick: (list) => list[int(0, list.length - 1)], shuffle: (list) => shuffled(list, int) };
}

/** `count` different values of `draw`, in the order drawn. */
export function distinct(count, draw) {
	const values = new Set();
	while (values.size < count) values.add(draw());
	return [...values];
}

/** An integer of tenths or hundredths as a decimal: no sum is ever taken over floating-point numbers. */
export function decimal(integer, digits) {
	const text = String(integer).padStart(digits + 1, "0");
	return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function total(numbers) {
	return numbers.reduce((sum, number) => sum + number, 0);
}

function fnv1a(text) {
	let hash = 0x811c9dc5;
	for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
	return hash;
}

function shuffled(list, int) {
	const copy = [...list];
	for (let at = copy.length - 1; at > 0; at -= 1) {
		const other = int(0, at);
		[copy[at], copy[other]] = [copy[other], copy[at]];
	}
	return copy;
}
