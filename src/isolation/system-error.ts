/** The system's word for what went wrong, e.g. `ENOENT`; null for an error that is no system error. */
export function codeOf(error: unknown): string | null {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
