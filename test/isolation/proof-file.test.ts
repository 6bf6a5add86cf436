import { chmodSync, linkSync, lstatSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isProven, keepProof, proofFile, proofKey } from "../../src/isolation/proof-file.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const before = { ...process.env };
let folder: TempFolder;

beforeEach(async () => {
	folder = await tempFolder();
	process.env.TMPDIR = folder.path;
});
afterEach(async () => {
	process.env.TMPDIR = before.TMPDIR;
	if (before.TMPDIR === undefined) delete process.env.TMPDIR;
	await folder[Symbol.asyncDispose]();
});

const SUBJECT = { version: "1.0.0", path: "/usr/bin:/bin", mounts: ["/srv/cache"] };

test("a proof that was kept is known, and no other, in a file for its user only", () => {
	expect(isProven("a")).toBe(false);
	for (const key of ["a", "b"]) keepProof(key);
	expect(["a", "b", "c", ""].map(isProven)).toEqual([true, true, false, false]);
	expect(lstatSync(proofFile()).mode & 0o777).toBe(0o600);
});

test("only so many proofs are kept, the last ones", () => {
	for (let index = 0; index < 60; index += 1) keepProof(`${index}`);
	expect(["9", "10", "59"].map(isProven)).toEqual([false, true, true]);
});

describe("a file that is odd proves nothing", () => {
	const elsewhere = (): string => join(folder.path, "elsewhere");
	test.each<[string, () => void]>([
		["one that others may write", () => chmodSync(proofFile(), 0o666)],
		["one that others may read", () => chmodSync(proofFile(), 0o644)],
		[
			"a link",
			() => {
				renameSync(proofFile(), elsewhere());
				symlinkSync(elsewhere(), proofFile());
			},
		],
		["one that has a second name", () => linkSync(proofFile(), elsewhere())],
		["one that is too large", () => writeFileSync(proofFile(), `a\n${"x".repeat(20_000)}`)],
		["none", () => rmSync(proofFile())],
	])("%s", (_, spoil) => {
		keepProof("a");
		spoil();
		expect(isProven("a")).toBe(false);
		keepProof("a");
		expect(isProven("a")).toBe(true);
	});
});

test("a proof hangs on the version, PATH, the mounts and TMPDIR", async () => {
	const keys = [SUBJECT, { ...SUBJECT, version: "1.0.1" }, { ...SUBJECT, path: "/bin" }, { ...SUBJECT, mounts: [] }].map(proofKey);
	await using other = await tempFolder();
	process.env.TMPDIR = other.path;
	const all = [...keys, proofKey(SUBJECT)];
	expect(new Set(all).size).toBe(all.length);
	expect(all).not.toContain(null);
});
