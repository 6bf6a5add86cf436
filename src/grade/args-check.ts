import type { CallRecord } from "../agent/call.ts";
import type { Expectation } from "../case/expectation.ts";
import { counted } from "../core/counted.ts";
import { canonicalJson, isJsonObject, type Json } from "../core/json.ts";
import { normalise } from "../core/normalise.ts";
import { placeOf } from "./call-checks.ts";
import type { Finding } from "./grade.ts";
import { oneLine, quoted } from "./quote.ts";

type ArgsExpectation = Extract<Expectation, { kind: "args" }>;
type Given = { readonly call: CallRecord; readonly value: string };

/** One value of the key, in any call of the tool, must satisfy both conditions. */
export function args(expectation: ArgsExpectation, calls: readonly CallRecord[]): Finding {
	const own = calls.filter((call) => call.name === expectation.tool);
	const given = own.flatMap((call) => valueIn(call, expectation.key));
	const found = given.find(({ value }) => satisfies(expectation, value));
	const name = `args:${oneLine(expectation.tool)}.${oneLine(expectation.key)}`;
	if (found !== undefined) return { name, passed: true, detail: `${quoted(found.value)} in ${placeOf(found.call)}` };
	return { name, passed: false, detail: `expected ${wanted(expectation)}; found ${foundInstead(own, given)}` };
}

function valueIn(call: CallRecord, key: string): readonly Given[] {
	if (!isJsonObject(call.args) || !Object.hasOwn(call.args, key)) return [];
	const value = call.args[key];
	return value === undefined ? [] : [{ call, value: contentsOf(value) }];
}

function satisfies(expectation: ArgsExpectation, value: string): boolean {
	const { equals, contains } = expectation;
	if (equals !== undefined && value !== contentsOf(equals)) return false;
	return contains === undefined || normalise(value).includes(normalise(contains));
}

/** A string is its contents, any other value its canonical JSON. */
function contentsOf(value: Json): string {
	return typeof value === "string" ? value : canonicalJson(wellFormed(value));
}

/** What a model wrote need not be canonical JSON: half characters and numbers beyond a double are. */
function wellFormed(value: Json): Json {
	if (typeof value === "string") return value.toWellFormed();
	if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
	if (Array.isArray(value)) return value.map(wellFormed);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormed(member)]));
}

function wanted({ tool, key, equals, contains }: ArgsExpectation): string {
	const conditions = [
		...(equals === undefined ? [] : [`equal to ${quoted(contentsOf(equals))}`]),
		...(contains === undefined ? [] : [`containing ${quoted(contains)}`]),
	];
	return [`a call of ${oneLine(tool)} with ${oneLine(key)}`, conditions.join(" and ")].filter((part) => part !== "").join(" ");
}

function foundInstead(own: readonly CallRecord[], given: readonly Given[]): string {
	const [first] = given;
	if (own.length === 0) return "no call of it";
	if (first === undefined) return `${counted(own.length, "call")}, none with that key`;
	return `${quoted(first.value)} in ${placeOf(first.call)}${given.length > 1 ? ` and ${given.length - 1} more` : ""}`;
}
