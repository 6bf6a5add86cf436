/** What is said, or what stands for it where it throws. */
export function orElse<T>(say: () => T, otherwise: (error: unknown) => T): T {
	try {
		return say();
	} catch (error) {
		return otherwise(error);
	}
}
