import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chooseIsolation } from "../../src/app/choose-isolation.ts";
import { proofFile } from "../../src/isolation/proof-file.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const { PATH, TMPDIR } = process.env;
const isRoot = process.getuid?.() === 0;
let folder: TempFolder;

beforeEach(async () => {
	folder = await tempFolder();
	chmodSync(folder.path, 0o711);
	process.env.TMPDIR = folder.path;
});
afterEach(async () => {
	process.env.PATH = PATH;
	process.env.TMPDIR = TMPDIR;
	if (TMPDIR === undefined) delete process.env.TMPDIR;
	await folder[Symbol.asyncDispose]();
});

/** A PATH on which this is bwrap. */
function withBwrap(script: string): void {
	const bin = join(folder.path, "bin");
	mkdirSync(bin);
	writeFileSync(join(bin, "bwrap"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	process.env.PATH = `${bin}:${PATH}`;
}

const REFUSES = "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1";
/** Takes its options and contains nothing. */
const CONTAINS_NOTHING = 'while [ "$1" != -- ]; do shift; done; shift; cd /tmp; exec "$@"';

test("a level that holds is had without a word, whichever way it was asked for", async () => {
	for (const asked of ["auto", "bwrap", "required"] as const) {
		expect(await chooseIsolation(asked, [])).toMatchObject({ isolation: { level: "bwrap" }, notice: null });
	}
	expect(await chooseIsolation("none", [])).toMatchObject({ isolation: { level: "none" }, notice: null });
});

describe("where bwrap does not start", () => {
	test("auto falls back aloud, with the reason", async () => {
		withBwrap(REFUSES);
		const { isolation, notice } = await chooseIsolation("auto", []);
		expect(isolation.level).toBe("none");
		expect(notice).toContain("setting up uid map: Permission denied");
	});

	test.each(["bwrap", "required"] as const)("%s is an error with the reason", async (asked) => {
		withBwrap(REFUSES);
		await expect(chooseIsolation(asked, [])).rejects.toThrow("setting up uid map: Permission denied");
	});

	test("one that contains nothing is found out", async () => {
		withBwrap(CONTAINS_NOTHING);
		await expect(chooseIsolation("bwrap", [])).rejects.toThrow(/environment of other processes|sees other processes|reaches the network/);
	});
});

if (isRoot)
	test("a temporary folder that the user of a trial cannot come to is the reason that is given", async () => {
		chmodSync(folder.path, 0o700);
		await expect(chooseIsolation("required", [])).rejects.toThrow(`${folder.path}, where it lies (TMPDIR), is closed to others`);
	});

test("a proof that held is kept for the next process, and one that did not is not", async () => {
	await chooseIsolation("bwrap", ["/srv"]);
	expect(readFileSync(proofFile(), "utf8")).toMatch(/^[0-9a-f]{64}$/);
	await using other = await tempFolder();
	process.env.TMPDIR = other.path;
	withBwrap(REFUSES);
	await chooseIsolation("auto", []);
	expect(existsSync(proofFile())).toBe(false);
});
