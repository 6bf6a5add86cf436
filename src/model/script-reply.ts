import { isJsonObject, type Json } from "../core/json.ts";
import { callArgs, type Decoded, decodeAs, EXPLICIT_KEYS, explicitReply } from "./script-schema.ts";
import type { ScriptCall, ScriptReply } from "./scripted.ts";

const SHAPES =
	'write {"<tool>": {…}}, a list of those for one parallel round, {"say": "…"}, or {text, calls, usage, stop, delay_ms, failure}';
const PLAIN: ScriptReply = { text: null, calls: [], usage: null, stop: null, delayMs: 0, failure: null };

/** One reply of a script file, as an oracle writes it or with everything said. `place` names it in complaints. */
export function decodeReply(value: Json, place: string): Decoded<ScriptReply> {
	if (Array.isArray(value)) return decodeRound(value, place);
	const keys = isJsonObject(value) ? Object.keys(value) : [];
	if (keys.some((key) => EXPLICIT_KEYS.includes(key))) return decodeAs(explicitReply, value, place);
	if (isJsonObject(value) && keys.length === 1 && typeof value.say === "string") return { ok: true, value: { ...PLAIN, text: value.say } };
	return decodeRound([value], place);
}

function decodeRound(items: readonly Json[], place: string): Decoded<ScriptReply> {
	if (items.length === 0) return malshaped(`${place} is an empty round`);
	const calls = items.map((item, at) => decodeCall(item, items.length === 1 ? place : `${place}[${at}]`));
	const complaints = calls.flatMap((call) => (call.ok ? [] : call.complaints));
	if (complaints.length > 0) return { ok: false, complaints };
	return { ok: true, value: { ...PLAIN, calls: calls.flatMap((call) => (call.ok ? [call.value] : [])) } };
}

function decodeCall(item: Json, place: string): Decoded<ScriptCall> {
	const [entry, ...others] = isJsonObject(item) ? Object.entries(item) : [];
	if (entry === undefined || others.length > 0 || entry[0] === "say") return malshaped(`${place} is no reply and no call of one tool`);
	const [name, args] = entry;
	const decoded = decodeAs(callArgs, args, `${place}.${name}`);
	return decoded.ok ? { ok: true, value: { name, args: decoded.value } } : decoded;
}

function malshaped(what: string): Decoded<never> {
	return { ok: false, complaints: [{ what, remedy: SHAPES }] };
}
