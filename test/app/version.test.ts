import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "../../src/app/version.ts";

test("the program's version is the package's", async () => {
	const manifest = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
	expect(VERSION).toBe(manifest.version);
});
