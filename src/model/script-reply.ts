import { isJsonObject, type Json } from "../core/json.ts";
import { callArgs, type Decoded, decodeAs, EXPLICIT_KEYS, explicitReply, type LinePath, nameOf } from "./script-schema.ts";
import type { ScriptCall, ScriptReply } from "./scripted.ts";

const SHAPES =
	'write {"<tool>": {…}}, a list of those for one parallel round, {"say": "…"}, or {text, calls, usage, stop, delay_ms, failure}';
const PLAIN: ScriptReply = { text: null, calls: [], usage: null, stop: null, delayMs: 0, failure: null };

/** One reply of a script file, as an oracle writes it or with everything said. `path` leads to it in its line. */
export function decodeReply(value: Json, path: LinePath): Decoded<ScriptReply> {
	if (Array.isArray(value)) return decodeRound(value, path);
	const keys = isJsonObject(value) ? Object.keys(value) : [];
	if (keys.some((key) => EXPLICIT_KEYS.includes(key))) return decodeAs(explicitReply, value, path);
	if (isJsonObject(value) && keys.length === 1 && typeof value.say === "string") return { ok: true, value: { ...PLAIN, text: value.say } };
	return roundOf([decodeCall(value, path)]);
}

function decodeRound(items: readonly Json[], path: LinePath): Decoded<ScriptReply> {
	if (items.length === 0) return malshaped(path, "is an empty round");
	return roundOf(items.map((item, at) => decodeCall(item, [...path, at])));
}

function roundOf(calls: readonly Decoded<ScriptCall>[]): Decoded<ScriptReply> {
	const complaints = calls.flatMap((call) => (call.ok ? [] : call.complaints));
	if (complaints.length > 0) return { ok: false, complaints };
	return { ok: true, value: { ...PLAIN, calls: calls.flatMap((call) => (call.ok ? [call.value] : [])) } };
}

function decodeCall(item: Json, path: LinePath): Decoded<ScriptCall> {
	const [entry, ...others] = isJsonObject(item) ? Object.entries(item) : [];
	if (entry === undefined || others.length > 0 || entry[0] === "say") return malshaped(path, "is no reply and no call of one tool");
	const [name, args] = entry;
	const decoded = decodeAs(callArgs, args, [...path, name]);
	return decoded.ok ? { ok: true, value: { name, args: decoded.value } } : decoded;
}

function malshaped(path: LinePath, what: string): Decoded<never> {
	return { ok: false, complaints: [{ path, what: `${nameOf(path)} ${what}`, remedy: SHAPES }] };
}
