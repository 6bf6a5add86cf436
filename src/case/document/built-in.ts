import type { JsonObject } from "../../core/json.ts";

/** What every case starts from, in the words of a case file. */
export const BUILT_IN_DEFAULTS: JsonObject = {
	system: "",
	fixture: null,
	tools: ["fs_edit", "fs_list", "fs_read", "fs_search", "fs_write", "shell"],
	phase: "execute",
	withhold: [],
	limits: { rounds: 40, tokens: 200_000, wall: "10m" },
	repeats: 1,
};

export const DEFAULT_CASE_GLOBS: readonly string[] = ["cases/**/*.{yaml,yml,json}"];

/** What a workspace diff leaves out: what tools leave behind, at any depth. */
export const DEFAULT_DIFF_IGNORE: readonly string[] = [
	".git",
	"node_modules",
	".cache",
	"__pycache__",
	".pytest_cache",
	".mypy_cache",
	"coverage",
]
	.flatMap((name) => [`**/${name}`, `**/${name}/**`])
	.concat("**/*.pyc");

export const DEFAULT_VERIFY_TIMEOUT = "2m";
