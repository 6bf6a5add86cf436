/** Runs a task for every item, at most `width` at a time: a large tree must not open all its files at once. */
export async function each<T>(items: readonly T[], width: number, task: (item: T) => Promise<void>): Promise<void> {
	const queue = items.values();
	const work = async (): Promise<void> => {
		for (const item of queue) await task(item);
	};
	await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
}
