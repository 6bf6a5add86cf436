const MOST = 5;

/** The first names of a list and how many more there are: a message names what it is about, not all of it. */
export function nameSome(names: readonly string[]): string {
	const more = names.length - MOST;
	return `${names.slice(0, MOST).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
