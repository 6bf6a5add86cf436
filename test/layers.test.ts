import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");

/** DESIGN §11. A folder imports lower floors only: siblings never meet. */
const FLOORS: readonly (readonly string[])[] = [
	["core"],
	["agent", "isolation", "stats"],
	["workspace", "case", "model"],
	["tool", "recording"],
	["grade"],
	["batch", "replay", "report"],
	["queue", "import", "view"],
	["app"],
	["cli"],
];

/** Third-party packages and the files that may import them: one each, but for schemas. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
	"@anthropic-ai/sdk": ["model/anthropic.ts"],
	"fast-glob": ["case/find/discover.ts"],
	"p-limit": ["batch/runner.ts"],
	picomatch: ["core/glob.ts"],
	"tmp-promise": ["workspace/stage.ts"],
	yaml: ["case/text/yaml-document.ts"],
	yargs: ["cli/args.ts"],
	zod: [
		"case/document/case-schema.ts",
		"case/document/config-schema.ts",
		"case/document/forms.ts",
		"case/document/permission-schema.ts",
		"case/document/run-schema.ts",
		"model/script-schema.ts",
		"recording/journal-record.ts",
		"recording/schema.ts",
		"report/card-schema.ts",
		"tool/schema.ts",
	],
};

type Import = { readonly file: string; readonly from: string; readonly line: number };

const IMPORT = /(?:^\s*(?:import|export)\b[^"']*?\bfrom\s+|^\s*import\s+|\bimport\()["']([^"']+)["']/gm;

function importsOf(path: string): readonly Import[] {
	const text = readFileSync(path, "utf8");
	const file = relative(SRC, path);
	return [...text.matchAll(IMPORT)].map((match) => ({
		file,
		from: match[1]!,
		line: text.slice(0, match.index).split("\n").length,
	}));
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const imports = files.flatMap((file) => importsOf(join(SRC, file)));

function floorOf(folder: string): number {
	return FLOORS.findIndex((floor) => floor.includes(folder));
}

function folderOf(file: string): string {
	return file.includes("/") ? file.split("/")[0]! : "";
}

describe("the house", () => {
	test("every folder stands on a floor", () => {
		const folders = new Set(files.map(folderOf).filter((folder) => folder !== ""));
		expect([...folders].filter((folder) => floorOf(folder) === -1)).toEqual([]);
	});

	test("imports go down only, and siblings never meet", () => {
		const upward = imports
			.filter(({ from }) => from.startsWith("."))
			.map(({ file, from, line }) => ({ file, line, to: relative(SRC, join(SRC, dirname(file), from)) }))
			.filter(
				({ file, to }) => folderOf(file) !== "" && folderOf(file) !== folderOf(to) && floorOf(folderOf(to)) >= floorOf(folderOf(file)),
			);
		expect(upward).toEqual([]);
	});

	test("each third-party package has its own importing file", () => {
		const strangers = imports.filter(({ from, file }) => {
			if (from.startsWith(".") || from.startsWith("node:")) return false;
			const name = from.startsWith("@") ? from.split("/").slice(0, 2).join("/") : from.split("/")[0]!;
			return PACKAGES[name]?.includes(file) !== true;
		});
		expect(strangers).toEqual([]);
	});

	test("the table of packages has no file that does not import", () => {
		const idle = Object.entries(PACKAGES).flatMap(([name, allowed]) =>
			allowed.filter((file) => !imports.some((found) => found.file === file && (found.from === name || found.from.startsWith(`${name}/`)))),
		);
		expect(idle).toEqual([]);
	});

	test("commands are started in isolation/ only", () => {
		const starters = imports.filter(({ from, file }) => from === "node:child_process" && folderOf(file) !== "isolation");
		expect(starters).toEqual([]);
	});

	test("chance enters at two edges only: a run's name, and a command's mark", () => {
		const random = /\bMath\.random\b|\brandomUUID\b|\brandomInt\b|\brandomBytes\b/;
		const users = files.filter((file) => random.test(readFileSync(join(SRC, file), "utf8")));
		expect(users.filter((file) => !["app/run-directory.ts"].includes(file) && folderOf(file) !== "isolation")).toEqual([]);
	});
});
