import { execFileSync } from "node:child_process";
import { chmod, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Expectation } from "../../src/case/expectation.ts";
import { sha256 } from "../../src/core/digest.ts";
import { listVerifyFiles, verifyDigest, verifyDigests } from "../../src/grade/verify-files.ts";
import { verifyOf } from "./evidence-of.ts";
import { folderOf } from "./gather-kit.ts";

describe("listVerifyFiles", () => {
	test("lists files and the contents of folders, by name, where they are to stand", async () => {
		await using suite = await folderOf({ "cases/one.js": "1", "hidden/b.js": "b", "hidden/B/c.sh": "c", "hidden/a.js": "a" });
		await chmod(join(suite.path, "hidden/B/c.sh"), 0o755);
		const files = [
			{ from: "one.js", to: "test/one.test.js" },
			{ from: "../hidden", to: "./test/" },
			{ from: "one.js", to: "bin/" },
		];
		const listed = await listVerifyFiles(verifyOf({ files }), join(suite.path, "cases"));
		expect(listed).toEqual([
			{ source: join(suite.path, "cases/one.js"), to: "test/one.test.js", executable: false, sha256: sha256("1") },
			{ source: join(suite.path, "hidden/B/c.sh"), to: "test/B/c.sh", executable: true, sha256: sha256("c") },
			{ source: join(suite.path, "hidden/a.js"), to: "test/a.js", executable: false, sha256: sha256("a") },
			{ source: join(suite.path, "hidden/b.js"), to: "test/b.js", executable: false, sha256: sha256("b") },
			{ source: join(suite.path, "cases/one.js"), to: "bin/one.js", executable: false, sha256: sha256("1") },
		]);
	});

	test("of two files with one place, the later one wins", async () => {
		await using suite = await folderOf({ "a.js": "a", "folder/x.js": "x" });
		const files = [
			{ from: "folder", to: "." },
			{ from: "a.js", to: "./x.js" },
		];
		const listed = await listVerifyFiles(verifyOf({ files }), suite.path);
		expect(listed.map(({ to, sha256: digest }) => [to, digest])).toEqual([["x.js", sha256("a")]]);
	});

	test("takes the contents of what a link leads to", async () => {
		await using suite = await folderOf({ "shared/a.js": "a" });
		await symlink("shared", join(suite.path, "hidden"));
		await symlink("a.js", join(suite.path, "shared/b.js"));
		const listed = await listVerifyFiles(verifyOf({ files: [{ from: "hidden", to: "t" }] }), suite.path);
		expect(listed.map(({ to, sha256: digest }) => [to, digest])).toEqual([
			["t/a.js", sha256("a")],
			["t/b.js", sha256("a")],
		]);
	});

	test("throws on what is missing, on a pipe, and on a folder that holds itself", async () => {
		await using suite = await folderOf({ "loop/a": "a" });
		execFileSync("mkfifo", [join(suite.path, "pipe")]);
		await expect(listVerifyFiles(verifyOf({ files: [{ from: "pipe", to: "x" }] }), suite.path)).rejects.toThrow(
			"neither a file nor a folder",
		);
		await symlink(".", join(suite.path, "loop/again"));
		await expect(listVerifyFiles(verifyOf({ files: [{ from: "none", to: "x" }] }), suite.path)).rejects.toThrow("ENOENT");
		await expect(listVerifyFiles(verifyOf({ files: [{ from: "loop", to: "x" }] }), suite.path)).rejects.toThrow("ELOOP");
	});
});

describe("verifyDigest", () => {
	const file = { source: "/s/a", to: "a", executable: false, sha256: "aa" };
	const of = (run: string, ...files: (typeof file)[]): string => verifyDigest(run, files);

	test("is over the command and the files as the workspace will see them", () => {
		const digests = [
			of("npm test", file),
			of("npm run test", file),
			of("npm test"),
			of("npm test", { ...file, to: "b" }),
			of("npm test", { ...file, sha256: "bb" }),
			of("npm test", { ...file, executable: true }),
		];
		expect(new Set(digests).size).toBe(digests.length);
	});

	test("is not over where the files come from", () => {
		expect(of("npm test", { ...file, source: "/elsewhere/b" })).toBe(of("npm test", file));
	});
});

describe("verifyDigests", () => {
	test("gives every verify of a case its digest, in order", async () => {
		await using suite = await folderOf({ "a.js": "a" });
		const [first, second] = [verifyOf({ files: [{ from: "a.js", to: "t.js" }] }), verifyOf({ run: "npm run lint" })];
		const expected: Expectation[] = [first, { kind: "no_tools", weight: 1 }, second];
		const { digests, digestOf } = await verifyDigests(expected, suite.path);
		expect(digests).toEqual([verifyDigest("npm test", await listVerifyFiles(first, suite.path)), verifyDigest("npm run lint", [])]);
		expect([digestOf(first), digestOf(second)]).toEqual(digests);
		await writeFile(join(suite.path, "a.js"), "changed");
		expect((await verifyDigests(expected, suite.path)).digests[0]).not.toBe(digests[0]);
		expect(() => digestOf(verifyOf())).toThrow("a verify of another case");
	});
});
