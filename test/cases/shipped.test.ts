import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

type CaseDocument = {
	readonly tags?: readonly string[];
	readonly fixture?: string;
	readonly oracle?: readonly unknown[];
	readonly expect?: Readonly<Record<string, unknown>>;
};

const documents = readdirSync(join(root, "cases"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
const cases = documents
	.filter((file) => !file.endsWith("_defaults.yaml"))
	.sort()
	.map((file) => ({ file, ...read(join(dirname(file), "_defaults.yaml")), ...read(file) }));

describe("the shipped suite", () => {
	it.each([...documents, "../assay.yaml"])("%s is YAML without errors or warnings", (file) => {
		const document = parse(file);
		expect([...document.errors, ...document.warnings]).toEqual([]);
	});

	it("has at least 16 cases over at least 8 tags", () => {
		expect(cases.length).toBeGreaterThanOrEqual(16);
		expect(new Set(cases.flatMap(({ tags }) => tags ?? [])).size).toBeGreaterThanOrEqual(8);
	});

	it.each(cases)("$file has tags, an oracle, expectations and a fixture that exists", ({ tags, oracle, expect: expected, fixture }) => {
		expect(tags).not.toEqual([]);
		expect(oracle).toBeInstanceOf(Array);
		expect(Object.keys(expected ?? {})).not.toEqual([]);
		expect(fixture === undefined || existsSync(join(root, "fixtures", fixture))).toBe(true);
	});

	it.each(cases)("$file says in its first line what it measures", ({ file }) => {
		expect(readFileSync(join(root, "cases", file), "utf8")).toMatch(/^# [A-Z].*[.]\n/);
	});

	it("has fixtures, answers and solutions that its generator agrees with", async () => {
		await expect(run(process.execPath, [join(root, "cases/gold.mjs"), "--check"])).resolves.toMatchObject({ stderr: "" });
	});
});

function read(file: string): CaseDocument {
	return existsSync(join(root, "cases", file)) ? (parse(file).toJS() as CaseDocument) : {};
}

function parse(file: string): ReturnType<typeof parseDocument> {
	return parseDocument(readFileSync(join(root, "cases", file), "utf8"));
}
