type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type Schema<T> = {
	readonly safeParse: (
		value: unknown,
	) => { readonly success: true; readonly data: T } | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** Throws with the first of what is wrong: what was recorded is restored, not mended. */
export function decodeAs<T>(schema: Schema<T>, value: unknown): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new Error([issue?.path.map(String).join(".") ?? "", issue?.message ?? "wrong"].filter((part) => part !== "").join(": "));
}
