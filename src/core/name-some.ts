/** The first names of a list and how many more there are: a message names what it is about, not all of it. */
export function nameSome(names: readonly string[], most = 5): string {
	const more = names.length - most;
	return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
