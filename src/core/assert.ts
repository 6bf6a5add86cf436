/** Closes a `switch` over a union: a member that was forgotten is a compile error here. */
export function unreachable(value: never): never {
	throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
