import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay, type Ended } from "../support/program.ts";
import { filesBelow, readCard } from "../support/run-files.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";
import { BUSY_ARMS, busySuite } from "./busy-suite.ts";

let folder: TempFolder;
const inFolder = (...args: readonly string[]): Promise<Ended> => assay(args, { cwd: folder.path });

beforeAll(async () => {
	folder = await tempFolder(busySuite());
	await inFolder("run", ...BUSY_ARMS, "-o", "out");
});

afterAll(() => folder[Symbol.asyncDispose]());

describe("assay show", () => {
	test("lists the trials of a run, in the card's order, with why each failed", async () => {
		const { code, stdout, stderr } = await inFolder("show", "out");
		const lines = stdout.trimEnd().split("\n");

		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(lines).toHaveLength(24);
		expect(lines[0]).toMatch(/^pass +busy\/chat\/two-turns\/1 /);
		expect(lines).toContainEqual(expect.stringMatching(/^fail +clumsy\/files\/write\/2 .*out\.txt/));
		expect(lines).toContainEqual(expect.stringMatching(/^ungraded +faulty\/files\/write\/1 +provider_error/));
	});

	test.each(["busy/files/write/2", "trials/busy/files/write/2.1.jsonl", "busy/files/write/2.1.jsonl"])(
		"shows one trial whole: %s",
		async (name) => {
			const { code, stdout } = await inFolder("show", "out", name);

			expect(code).toBe(0);
			expect(stdout).toMatch(/^busy\/files\/write\/2 {2}\(cases\/files\/write\.yaml; script\)$/m);
			for (const seen of ["Write out.txt.", "fs_read", "keep", "fs_write", "echo two", "out.txt", "PASS"]) expect(stdout).toContain(seen);
			expect(stdout).toMatch(/^ +ok +files?:.*out\.txt/m);
		},
	);

	test.each([
		["files/write", /^"files\/write" means 6 trials; name one, such as (\w+\/files\/write\/[12](, |$)){5}$/],
		["busy/files/writes/1", /^no trial "busy\/files\/writes\/1" in this run; did you mean "busy\/files\/write\/1"\?$/],
		["nonsense", /^no trial "nonsense" in this run; there are /],
	])("a name that is not one trial's is refused with the names that are: %s", async (name, said) => {
		const { code, stdout, stderr } = await inFolder("show", "out", name);
		expect({ code, stdout, stderr: stderr.trimEnd() }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(said) });
	});
});

describe("assay list", () => {
	test("prints the plan and runs nothing, as `run --dry-run` does", async () => {
		const before = filesBelow(folder.path);
		const [list, dry] = await Promise.all([
			inFolder("list", ...BUSY_ARMS, "-k", "3"),
			inFolder("run", ...BUSY_ARMS, "-k", "3", "--dry-run", "-o", "dry"),
		]);

		expect(list).toMatchObject({ code: 0, stderr: "" });
		expect(dry).toEqual(list);
		expect(list.stdout).toMatch(/^tried: 36 trials of 4 cases /);
		expect(list.stdout).toMatch(/^busy\/files\/write × 3 {2}\[files, writes\] /m);
		expect(filesBelow(folder.path)).toEqual(before);
	});

	test("--json is one document with every value resolved, and its digest is that of the card", async () => {
		const plan = JSON.parse((await inFolder("list", ...BUSY_ARMS, "--json")).stdout);

		expect(plan).toMatchObject({ suite: "tried", trials: 24, arms: [{ arm: "busy" }, { arm: "clumsy" }, { arm: "faulty" }] });
		expect(plan.cases.find((entry: { readonly case: string }) => entry.case === "plan/refused")).toMatchObject({
			phase: "plan",
			repeats: 2,
			limits: { rounds: 40, tokens: 200_000, wall_ms: 600_000 },
		});
		expect(plan.plan).toEqual(readCard(join(folder.path, "out")).plan);
	});

	test.each([
		[["--tag", "files"], ["files/write"]],
		[
			["--not-tag", "shell", "--not-tag", "plan"],
			["chat/two-turns", "files/write"],
		],
		[["--case", "*/w*"], ["files/write"]],
		[["cases/shell"], ["shell/places"]],
		[["cases/shell", "cases/chat/two-turns.yaml", "--exclude-tag", "chat"], ["shell/places"]],
	])("takes the cases that %j names", async (args, ids) => {
		const plan = JSON.parse((await inFolder("list", "-a", "busy", "--json", ...args)).stdout);
		expect(plan.cases.map((entry: { readonly case: string }) => entry.case)).toEqual(ids);
	});
});

describe("assay schema", () => {
	test.each([
		["case", ["prompt", "oracle", "expect"]],
		["config", ["arms", "fixtures", "prices"]],
		["scorecard", ["plan", "arms", "trials"]],
	])("%s prints JSON Schema", async (kind, keys) => {
		const { code, stdout } = await inFolder("schema", kind);
		const schema = JSON.parse(stdout);
		expect(code).toBe(0);
		expect(schema).toMatchObject({ $schema: expect.stringContaining("json-schema.org"), type: "object", additionalProperties: false });
		for (const key of keys) expect(schema.properties).toHaveProperty(key);
	});
});
