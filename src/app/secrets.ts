import type { Arm } from "../case/case.ts";
import type { Replacement } from "../core/scrub.ts";
import type { Environment } from "./open-models.ts";

const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
const LEAST_CHARACTERS = 8;
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Values that may reach no file: of every arm's key variable and of those that are named like a secret (DESIGN §8). */
export function secretsOf(env: Environment, arms: readonly Arm[]): readonly Replacement[] {
	const keys = new Set(arms.map(({ apiKeyEnv }) => apiKeyEnv));
	return Object.entries(env).flatMap(([name, value]) => {
		const secret = keys.has(name) || SECRET_NAME.test(name) ? (value ?? "").trim() : "";
		return secret.length >= LEAST_CHARACTERS ? spellingsOf(secret).map((find) => ({ find, replace: `[${name}]` })) : [];
	});
}

/** A value as programs write it: as it is, within JSON and JSON in JSON, as a number, in a URL, in base64. Each once. */
function spellingsOf(secret: string): readonly string[] {
	const plain = [secret, ...unescaped(secret), ...asNumber(secret)];
	const escaped = plain.flatMap((text) => [jsonEscaped(text), asciiEscaped(text)]);
	const twice = escaped.map(jsonEscaped);
	const all = [...plain, ...escaped, ...twice, encodeURIComponent(secret.toWellFormed()), ...base64Of(secret), ...base64Of(`${secret}\n`)];
	return [...new Set(all)].filter((text) => text.length >= LEAST_CHARACTERS);
}

function jsonEscaped(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

/** As Python and others write JSON by default. */
function asciiEscaped(text: string): string {
	return jsonEscaped(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A variable often holds a key of many lines with `\n` for their ends, and a program puts them in. */
function unescaped(secret: string): readonly string[] {
	if (!secret.includes("\\")) return [];
	try {
		return [String(JSON.parse(`"${secret}"`))];
	} catch {
		return [];
	}
}

/** A number may lose digits on its way through JSON. */
function asNumber(secret: string): readonly string[] {
	return JSON_NUMBER.test(secret) && Number.isFinite(Number(secret)) ? [JSON.stringify(Number(secret))] : [];
}

/** Also for URLs, and without its padding: what follows then stays behind. */
function base64Of(text: string): readonly string[] {
	const bytes = Buffer.from(text, "utf8");
	const padded = bytes.toString("base64");
	return [padded, padded.replace(/=+$/, ""), bytes.toString("base64url")];
}
