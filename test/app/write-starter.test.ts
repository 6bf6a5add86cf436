import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseArms } from "../../src/app/choose-arms.ts";
import { openSuite } from "../../src/app/open-suite.ts";
import { findViolations } from "../../src/app/prove-suite.ts";
import { runBatch } from "../../src/app/run-batch.ts";
import { VERSION } from "../../src/app/version.ts";
import { writeStarter } from "../../src/app/write-starter.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { problemsOf } from "./app-kit.ts";

describe("the starter suite", () => {
	test("proves itself: its oracle passes, doing nothing fails", async () => {
		await using dir = await tempFolder();
		const written = await writeStarter(join(dir.path, "new/suite"));
		const root = join(dir.path, "new/suite");
		for (const file of written) expect(await readFile(join(root, file), "utf8")).not.toBe("");
		const suite = await openSuite(root, { cwd: root });
		const { card, tally } = await runBatch({ suite, arms: chooseArms(suite, ["nop", "oracle"]), env: {} });
		expect([tally.all.counts.planned, await findViolations(card)]).toEqual([2, []]);
	});

	test("has a workflow that says where assay comes from, and fetches no other package of that name", async () => {
		await using dir = await tempFolder();
		await writeStarter(dir.path);
		const workflow = await readFile(join(dir.path, ".github/workflows/assay.yml"), "utf8");
		expect(workflow).toContain(`"assay": "file:vendor/assay-${VERSION}.tgz"`);
		expect(workflow.match(/npx .*/g)).toEqual(["npx --no-install assay check", "npx --no-install assay run -o reports/ci"]);
	});

	test("overwrites nothing and writes nothing where one of its files is there", async () => {
		await using dir = await tempFolder({ ".gitignore": "mine" });
		await mkdir(join(dir.path, "fixtures/shop"), { recursive: true });
		await symlink("/nowhere", join(dir.path, "fixtures/shop/test.js"));
		expect(await problemsOf(() => writeStarter(dir.path))).toEqual([
			"fixtures/shop/test.js: is there already; run `assay init` in an empty folder",
			".gitignore: is there already; run `assay init` in an empty folder",
		]);
		expect([await readFile(join(dir.path, ".gitignore"), "utf8"), await readdir(dir.path)]).toEqual(["mine", [".gitignore", "fixtures"]]);
	});

	test("is refused where nothing can be written", async () => {
		expect(await problemsOf(() => writeStarter("/proc/suite"))).toEqual([
			expect.stringMatching(/^\/proc\/suite cannot be written: ENOENT.*; name a folder that can be$/),
		]);
	});

	test("is refused where a file stands in the way of a folder", async () => {
		await using dir = await tempFolder({ cases: "a file" });
		expect(await problemsOf(() => writeStarter(dir.path))).toEqual(["cases: is there already; run `assay init` in an empty folder"]);
		expect(await readdir(dir.path)).toEqual(["cases"]);
	});
});
