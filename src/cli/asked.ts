import type { Json, JsonObject } from "../core/json.ts";
import type { Arguments } from "./option.ts";

/** What a run may be asked, as `run.json` and the journal name it, by flag: not `-o`, `-C` and `--reporter`, which its outcome does not depend on. */
const ASKED = {
	texts: { arms: "arm", tags: "tag", not_tags: "not-tag", cases: "case", paths: "paths" },
	count: { repeats: "repeats", concurrency: "concurrency", pool_tokens: "pool-tokens" },
	text: { deadline: "deadline", isolation: "isolation", pool_usd: "pool-usd" },
	flag: { allow_unsandboxed: "allow-unsandboxed", keep_workspaces: "keep-workspaces" },
} as const;

export function askedOf(args: Arguments): JsonObject {
	const kinds = Object.entries(ASKED) as [keyof typeof ASKED, Readonly<Record<string, string>>][];
	return Object.fromEntries(kinds.flatMap(([kind, names]) => Object.entries(names).map(([key, name]) => [key, args[kind](name)])));
}

/** What is given, and else what was asked of the run that goes on. */
export function withAsked(args: Arguments, asked: JsonObject): Arguments {
	const earlier = new Map<string, Json>(
		Object.values(ASKED).flatMap((names) => Object.entries(names).map(([key, name]) => [name, asked[key] ?? null] as const)),
	);
	const textsOf = (name: string): readonly string[] => [earlier.get(name) ?? []].flat().filter((value) => typeof value === "string");
	const countOf = (name: string): number | null => [earlier.get(name)].find((value) => typeof value === "number") ?? null;
	return {
		flag: (name) => args.flag(name) || earlier.get(name) === true,
		text: (name) => args.text(name) ?? textsOf(name)[0] ?? null,
		texts: (name) => (args.texts(name).length > 0 ? args.texts(name) : textsOf(name)),
		count: (name) => args.count(name) ?? countOf(name),
	};
}
