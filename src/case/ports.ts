import type { KnownTools } from "./rule/tool-rules.ts";

/** What a load asks of the floors above it. */
export type LoadPorts = {
	readonly tools: KnownTools;
	/** Checks a fixture folder (links that leave it, special files) and digests it. Problems are texts without a place. */
	readonly inspectFixture: (directory: string) => Promise<{ readonly digest: string; readonly problems: readonly string[] }>;
};
