import { hash } from "node:crypto";
import { canonicalJson, type Json } from "./json.ts";

/** SHA-256 in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
	return hash("sha256", data, "hex");
}

/** SHA-256 of a value's canonical JSON: equal values give equal digests on every machine. */
export function digest(value: Json): string {
	return sha256(canonicalJson(value));
}
