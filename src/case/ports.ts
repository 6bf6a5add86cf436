import type { Problem } from "../core/error.ts";
import type { FilePlace } from "./problem/layer.ts";
import type { KnownTools } from "./rule/tool-rules.ts";
import type { SourceFile } from "./text/decode-text.ts";

/** The cases that a script has a line for, `*` among them, and what is wrong with it. */
export type InspectedScript = {
	readonly cases: readonly { readonly id: string; readonly place: FilePlace }[];
	readonly problems: readonly Problem[];
};

/** What a load asks of the floors above it. */
export type LoadPorts = {
	readonly tools: KnownTools;
	/** Checks a fixture folder (links that leave it, special files) and digests it. Problems are texts without a place. */
	readonly inspectFixture: (directory: string) => Promise<{ readonly digest: string; readonly problems: readonly string[] }>;
	readonly inspectScript: (file: SourceFile) => Promise<InspectedScript>;
};
