import { isJsonObject, type Json } from "../core/json.ts";
import { CARD_SCHEMA } from "./card-json.ts";
import { headSchema, rowSchema } from "./card-schema.ts";
import type { CardHead, TrialRow } from "./trial-row.ts";

/** A value that is not what the schema of the card says. */
class CardError extends Error {}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type Schema<T> = {
	readonly safeParse: (
		value: Json,
	) => { readonly success: true; readonly data: T } | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** The head of a card. Throws CardError; for a card of another version with that alone, whatever else it has. */
export function headFromJson(value: Json): CardHead {
	const schema = isJsonObject(value) ? (value.schema ?? null) : null;
	if (schema !== CARD_SCHEMA) throw new CardError(`schema ${JSON.stringify(schema)}; this version reads ${CARD_SCHEMA}`);
	return decodeAs(headSchema, value, "scorecard");
}

/** A row of a card. Throws CardError. */
export function rowFromJson(value: Json): TrialRow {
	return decodeAs(rowSchema, value, "trial");
}

/** Tells the first of what is wrong: a card is written again, not mended. `name` is that of the whole value. */
function decodeAs<T>(schema: Schema<T>, value: Json, name: string): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new CardError(issue === undefined ? `"${name}" is wrong` : complaint(issue, name));
}

/** `in arms[0].rates, "pass" is no object`. */
function complaint({ path, message }: Issue, name: string): string {
	const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
	const at = place.lastIndexOf(".");
	return `${at > 0 ? `in ${place.slice(1, at)}, ` : ""}"${place.slice(at + 1) || name}" ${message}`;
}
