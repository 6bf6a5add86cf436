/** What XML 1.0 has no way to say, not even escaped: most controls, half characters, U+FFFE and U+FFFF. */
const OUTSIDE_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: ReadonlyMap<string, string> = new Map([
	["&", "&amp;"],
	["<", "&lt;"],
	[">", "&gt;"],
	['"', "&quot;"],
	["'", "&apos;"],
	["\t", "&#9;"],
	["\n", "&#10;"],
	["\r", "&#13;"],
]);

/** Any text as the value of an attribute. A parser would turn a bare line break into a space. */
export function escapeXmlAttribute(text: string): string {
	return escapeAll(text, /[&<>"'\t\n\r]/g);
}

/** Any text between two tags. */
export function escapeXmlText(text: string): string {
	return escapeAll(text, /[&<>\r]/g);
}

function escapeAll(text: string, special: RegExp): string {
	return text.replace(OUTSIDE_XML, "").replace(special, (character) => ESCAPES.get(character) ?? character);
}
