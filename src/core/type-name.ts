/** The types of schemas, in words of files. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
	string: "a text",
	array: "a list",
	object: "a map",
	record: "a map",
	int: "a whole number",
	number: "a number",
	boolean: "true or false",
};

/** What a value must be, by a schema's word for its type. */
export function typeName(type: string | undefined): string {
	return TYPE_NAMES[type ?? ""] ?? String(type);
}
