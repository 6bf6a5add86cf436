const MARKUP = /[*_`#]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const SINGLE_QUOTES = /[\u2018-\u201b]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f]/g;
/** A number grouped in thousands, and nothing else: `2,520` and `1,000,000`, not `1,2`, `0,500`, `1,2,345` or `3.141,592`. */
const GROUPED = /(?<!\d|\d[.,])[1-9]\d{0,2}(?:,\d{3})+(?!,?\d)/g;

/**
 * The form in which a needle and an answer are compared (mecha §2.2): case, emphasis, thousands separators, kinds of white
 * space, of dashes and of quotes say nothing. Canonical composition (NFC) only: NFKC would make `10²` equal `102`.
 */
export function normalise(text: string): string {
	return text
		.normalize("NFC")
		.replace(MARKUP, "")
		.replace(DASHES, "-")
		.replace(SINGLE_QUOTES, "'")
		.replace(DOUBLE_QUOTES, '"')
		.replace(GROUPED, (number) => number.replaceAll(",", ""))
		.toLowerCase()
		.normalize("NFC")
		.replace(/\s+/g, " ")
		.trim();
}
