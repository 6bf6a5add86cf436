import { plainLine } from "../grade/quote.ts";

const ENTITIES: ReadonlyMap<string, string> = new Map([
	["&", "&amp;"],
	["<", "&lt;"],
	[">", "&gt;"],
	["@", "&#64;"],
]);

/** Somebody's text as plain words in one line of Markdown, also in a table: no markup, no HTML, no link, no mention. */
export function escapeMarkdown(text: string): string {
	return plainLine(text)
		.replace(/[\\`*_[\]#|~!$]/g, "\\$&")
		.replace(/[&<>@]/g, (character) => ENTITIES.get(character) ?? character)
		.replace(/(\w):\/\//g, "$1&#58;//")
		.replace(/\b(www)\./gi, "$1&#46;");
}
