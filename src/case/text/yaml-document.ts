import {
	type Alias,
	Composer,
	type Document,
	isAlias,
	isMap,
	isScalar,
	isSeq,
	LineCounter,
	type Node,
	type ParsedNode,
	Parser,
	type Scalar,
	type YAMLMap,
	type YAMLSeq,
} from "yaml";
import { messageOf } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { behindAlias, type LocatedEntry, type LocatedNode } from "../problem/located-node.ts";
import { type AliasBook, aliasBook } from "./alias-book.ts";
import type { Mistake } from "./mistake.ts";
import { offsetBelow } from "./token-depth.ts";

type LinePlace = { readonly line: number; readonly column: number };

/** A text as YAML, of which JSON is a part. */
export type YamlDocument = { readonly placeAt: (offset: number) => LinePlace; readonly content: YamlContent };

/** The value and where its parts stand, or all that is wrong with the text. */
type YamlContent =
	| { readonly value: Json; readonly root: () => LocatedNode; readonly mistakes: null }
	| { readonly mistakes: readonly Mistake[] };

type Parsed = Document.Parsed<ParsedNode>;

/** What an anchor may stand at. */
type Anchored = Scalar | YAMLMap | YAMLSeq;

const MOST_LEVELS = 100;
const EMPTY = mistaken(0, "is empty", "write a map of keys and values");
/** YAML 1.2 with `<<`; keys are strings, tags beyond the core ones are mistakes. */
const OPTIONS = { merge: true, stringKeys: true, prettyErrors: false, resolveKnownTags: false, logLevel: "error" } as const;

export function parseYamlText(text: string): YamlDocument {
	const lines = new LineCounter();
	const placeAt = (offset: number): LinePlace => {
		const { line, col } = lines.linePos(offset);
		return { line: Math.max(line, 1), column: Math.max(col, 1) };
	};
	const tokens = [...new Parser(lines.addNewLine).parse(text)];
	const tooDeep = tokens.reduce<number | null>((found, token) => found ?? offsetBelow(MOST_LEVELS, token), null);
	// The composer recurses: what is too deep for it may end the process instead of the parse.
	if (tooDeep !== null) return { placeAt, content: mistaken(tooDeep, `is nested deeper than ${MOST_LEVELS} levels`, "write it flatter") };
	const [document, another] = new Composer<ParsedNode>(OPTIONS).compose(tokens, true, text.length);
	if (another !== undefined) return { placeAt, content: mistaken(another.range[0], "is a second document", "keep one document a file") };
	return { placeAt, content: document === undefined ? EMPTY : contentOf(document, text) };
}

function contentOf(document: Parsed, text: string): YamlContent {
	const { contents } = document;
	const mistakes = [...syntaxMistakes(document, text), ...(text.includes("*") ? tieAliases(document) : [])];
	if (mistakes.length > 0) return { mistakes };
	if (contents === null) return EMPTY;
	try {
		const value: Json = document.toJS({ maxAliasCount: -1 });
		return { value, root: () => locatedNode(document, contents), mistakes: null };
	} catch (error) {
		return mistaken(0, `is no valid YAML: ${messageOf(error)}`, "mend it");
	}
}

function mistaken(offset: number, what: string, remedy: string): YamlContent {
	return { mistakes: [{ offset, what, remedy }] };
}

/** Every duplicate key and unknown tag, and the first other error: those behind it tend to be its echo. */
function syntaxMistakes(document: Parsed, text: string): readonly Mistake[] {
	const named: Mistake[] = [];
	const others: Mistake[] = [];
	for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
		const offset = pos[0];
		if (code === "DUPLICATE_KEY") named.push({ offset, what: `duplicate key "${keyAt(text, offset)}"`, remedy: "keep one of them" });
		else if (code === "TAG_RESOLVE_FAILED")
			named.push({ offset, what: `unknown tag ${message.replace(/^.*: /, "")}`, remedy: "take it out" });
		else if (code === "NON_STRING_KEY") named.push({ offset, what: "a key is no text", remedy: "write a plain key" });
		else others.push({ offset, what: `is no valid YAML: ${message}`, remedy: "mend it" });
	}
	return [...named, ...others.slice(0, 1)];
}

function keyAt(text: string, offset: number): string {
	const [, double, single, plain = ""] = /^(?:"([^"]*)"|'([^']*)'|([^:\n]*))/.exec(text.slice(offset, offset + 200)) ?? [];
	return double ?? single ?? plain.trim();
}

/** Ties each alias to its anchor in one walk: the package would walk the whole document for each of them. */
function tieAliases(document: Parsed): readonly Mistake[] {
	const book = aliasBook<Anchored>();
	measure(document.contents, document, book);
	return book.mistakes;
}

/** How many characters and nodes stand at a node, its aliases written out. */
function measure(node: unknown, document: Parsed, book: AliasBook<Anchored>): number {
	if (isAlias(node)) {
		const found = book.refer(node.source, node.range?.[0] ?? 0);
		if (found !== null) tie(node, found.target, document);
		return found?.size ?? 0;
	}
	if (!isScalar(node) && !isMap(node) && !isSeq(node)) return 0;
	book.open(node, node.anchor);
	const own = isScalar(node) ? 1 + String(node.value).length : 1;
	const size = partsOf(node).reduce<number>((sum, part) => sum + measure(part, document, book), own);
	book.close(node, size);
	return size;
}

function partsOf(node: Anchored): readonly unknown[] {
	if (isMap(node)) return node.items.flatMap(({ key, value }) => [key, value]);
	return isSeq(node) ? node.items : [];
}

function tie(alias: Alias, target: Anchored, document: Parsed): void {
	const resolve = alias.resolve.bind(alias);
	alias.resolve = (_, context) => (context === undefined ? target : resolve(document, { ...context, aliasResolveCache: [target] }));
}

function locatedNode(document: Parsed, node: Node): LocatedNode {
	const offset = node.range?.[0] ?? 0;
	if (isAlias(node)) {
		const target = node.resolve(document);
		return target === undefined ? { kind: "scalar", offset } : { kind: "alias", offset, target: locatedNode(document, target) };
	}
	if (isSeq<Node>(node)) return { kind: "list", offset, items: node.items.map((item) => locatedNode(document, item)) };
	if (isMap<Node, Node | null>(node)) return { kind: "map", offset, entries: locatedEntries(document, node) };
	return { kind: "scalar", offset };
}

/** A map's own entries and, behind them, those of the maps that `<<` merges in. */
function locatedEntries(document: Parsed, map: YAMLMap<Node, Node | null>): ReadonlyMap<string, LocatedEntry> {
	const own = new Map<string, LocatedEntry>();
	const merged: [string, LocatedEntry][] = [];
	for (const { key, value } of map.items) {
		const node = value === null ? null : locatedNode(document, value);
		if (isScalar(key) && key.source === "<<" && node !== null) merged.push(...entriesMergedFrom(node));
		else if (isScalar(key)) own.set(String(key.value), { offset: key.range?.[0] ?? 0, value: node });
	}
	return new Map([...merged.reverse(), ...own]);
}

function entriesMergedFrom(source: LocatedNode): [string, LocatedEntry][] {
	const node = behindAlias(source);
	if (node.kind === "list") return node.items.flatMap(entriesMergedFrom);
	return node.kind === "map" ? [...node.entries] : [];
}
