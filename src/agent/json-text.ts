/** The JSON of what others gave; `unreadable` where there is none: a cycle, a depth beyond the stack, no value at all. */
export function jsonText(value: unknown): string {
	try {
		return JSON.stringify(value) ?? UNREADABLE;
	} catch {
		return UNREADABLE;
	}
}

const UNREADABLE = "unreadable";
