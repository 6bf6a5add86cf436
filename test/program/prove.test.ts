import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay, CHECKOUT } from "../support/program.ts";
import { filesBelow } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

function contentsOf({ path }: TempFolder): Readonly<Record<string, string>> {
	return Object.fromEntries(filesBelow(path).map((file) => [file, readFileSync(file, "utf8")]));
}

describe("assay check", () => {
	test("the shipped suite proves itself: its oracle passes and doing nothing fails every case", async () => {
		await using out = await tempFolder();
		const { code, stderr } = await assay(["check", "-o", join(out.path, "out")], { cwd: CHECKOUT });

		expect(stderr).toMatch(/^PROVEN {2}shipped: \d+ cases, oracle passes and nop fails every case$/m);
		expect(code).toBe(0);
	});

	test("a case that doing nothing passes and one that its own oracle fails are both named", async () => {
		const lax = { ...SAY_READY, expect: { not_contains: "error" } };
		const wrong = { ...SAY_READY, oracle: [{ say: "finished" }] };
		await using folder = await tempFolder(suiteFiles({ cases: { good: SAY_READY, lax, wrong, bare: { ...SAY_READY, oracle: null } } }));
		const [{ code, stderr }, json] = await Promise.all([
			assay(["check", "-o", "out"], { cwd: folder.path }),
			assay(["check", "-o", "json", "--json"], { cwd: folder.path }),
		]);

		expect(code).toBe(1);
		expect(stderr).toMatch(/^UNPROVEN {2}tried: 3 cases, 2 violations$/m);
		expect(stderr).toMatch(/^ {2}nop\/lax\/1 {2}passes though nothing was done/m);
		expect(stderr).toMatch(/^ {2}oracle\/wrong\/1 {2}the reference solution fails: contains.*finished/m);
		expect(stderr).toMatch(/without an oracle.*: bare$/m);
		expect(stderr).not.toContain("good");
		const { violations, unproven, exit_code } = JSON.parse(json.stdout);
		expect(violations.map(({ trial }: { readonly trial: string }) => trial)).toEqual(["nop/lax/1", "oracle/wrong/1"]);
		expect({ unproven, exit_code }).toEqual({ unproven: ["bare"], exit_code: 1 });
	});

	test("--schema-only loads the suite and runs nothing", async () => {
		await using folder = await tempFolder(suiteFiles({ cases: { lax: { ...SAY_READY, expect: { not_contains: "error" } } } }));
		const before = contentsOf(folder);

		expect(await assay(["check", "--schema-only"], { cwd: folder.path })).toMatchObject({ code: 0, stdout: "" });
		expect(contentsOf(folder)).toEqual(before);
	});
});

describe("assay init", () => {
	test("makes a suite in an empty folder that runs and proves itself offline, at once", async () => {
		await using folder = await tempFolder();
		const init = await assay(["init", "mine"], { cwd: folder.path });
		const mine = join(folder.path, "mine");

		expect(init).toMatchObject({ code: 0, stderr: expect.stringContaining("cd mine && assay run") });
		expect(init.stdout.trimEnd().split("\n").sort()).toEqual(filesBelow(mine).map((file) => file.slice(mine.length + 1)));
		expect(await assay(["run"], { cwd: mine })).toMatchObject({ code: 0, stderr: expect.stringMatching(/^PASS /) });
		expect(await assay(["check"], { cwd: mine })).toMatchObject({ code: 0, stderr: expect.stringMatching(/^PROVEN /m) });
	});

	test("changes nothing where a file of the suite is there already, and names every such file", async () => {
		await using folder = await tempFolder({ "assay.yaml": "name: mine\n", "fixtures/shop/test.js": "" });
		const before = contentsOf(folder);
		const { code, stdout, stderr } = await assay(["init"], { cwd: folder.path });

		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr.trimEnd().split("\n")).toEqual([
			expect.stringMatching(/^assay\.yaml: is there already; /),
			expect.stringMatching(/^fixtures\/shop\/test\.js: is there already; /),
		]);
		expect(contentsOf(folder)).toEqual(before);
	});
});
