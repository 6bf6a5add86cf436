import type { Json, JsonObject } from "../../src/core/json.ts";
import type { Files } from "./temp-folder.ts";

/** Replies by case id, `*` for all others. */
export type Script = Readonly<Record<string, readonly Json[]>>;

export type SuiteSketch = {
	readonly config?: JsonObject;
	/** By file name below `cases/`, without its extension. */
	readonly cases: Readonly<Record<string, JsonObject>>;
	/** `script` arms by name. */
	readonly scripts?: Readonly<Record<string, Script>>;
	readonly arms?: JsonObject;
	readonly files?: Files;
};

/** A case that "ready" passes. */
export const SAY_READY: JsonObject = { prompt: "Say ready.", tags: ["x"], oracle: [{ say: "ready" }], expect: { contains: "ready" } };

/** A suite as its files: JSON is YAML too. */
export function suiteFiles({ config = {}, cases, scripts = {}, arms = {}, files = {} }: SuiteSketch): Files {
	const scripted = mapValues(scripts, (_, name) => ({ provider: "script", file: `${name}.jsonl` }));
	return {
		"assay.yaml": JSON.stringify({ name: "tried", ...config, arms: { ...scripted, ...arms } }),
		...Object.fromEntries(Object.entries(cases).map(([name, document]) => [`cases/${name}.yaml`, JSON.stringify(document)])),
		...Object.fromEntries(Object.entries(scripts).map(([name, script]) => [`${name}.jsonl`, scriptText(script)])),
		...files,
	};
}

function scriptText(script: Script): string {
	return Object.entries(script)
		.map(([subject, replies]) => `${JSON.stringify({ case: subject, replies })}\n`)
		.join("");
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, change: (value: T, key: string) => U): Record<string, U> {
	return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
