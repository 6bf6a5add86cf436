import type { JsonObject } from "../../core/json.ts";
import type { AskedLevel } from "../../isolation/command.ts";
import type { CaseDocument, OneOrMore, OverridesDocument, RunDocument } from "./case-document.ts";

export type ArmDocument = {
	readonly provider: "anthropic" | "oracle" | "nop" | "script";
	readonly default?: boolean;
	readonly model?: string;
	readonly file?: string;
	readonly base_url?: string;
	readonly api_key_env?: string;
	readonly params?: JsonObject;
	readonly retry?: RunDocument["retry"];
	readonly overrides?: OverridesDocument;
};

/** Dollars per million tokens. */
export type PriceDocument = {
	readonly input: number;
	readonly output: number;
	readonly cache_read?: number;
	readonly cache_write?: number;
};

/** `assay.yaml`. */
export type ConfigDocument = {
	readonly name?: string;
	readonly cases?: OneOrMore;
	readonly fixtures?: string;
	readonly reports?: string;
	readonly seed?: string | number;
	readonly defaults?: CaseDocument;
	readonly arms?: Readonly<Record<string, ArmDocument>>;
	readonly concurrency?: number;
	readonly pool?: { readonly tokens?: number; readonly usd?: number; readonly admission?: "hard"; readonly waste?: number };
	readonly isolation?: AskedLevel;
	readonly mounts?: readonly string[];
	readonly prices?: Readonly<Record<string, PriceDocument>>;
	readonly diff?: { readonly ignore?: readonly string[] };
};
