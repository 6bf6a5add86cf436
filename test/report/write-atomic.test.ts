import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { batched, writeAtomic } from "../../src/report/write-atomic.ts";
import { streamOf, temporaryFolder } from "./row-of.ts";

describe("writeAtomic", () => {
	test.each([
		["a list", ["é", "", "😀\n"]],
		["a stream", streamOf(["é", "", "😀\n"])],
	])("writes the chunks of %s and tells their SHA-256", async (_, chunks) => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "file");
		const { sha256 } = await writeAtomic(path, chunks);
		expect(await readFile(path, "utf8")).toBe("é😀\n");
		expect(sha256).toBe(createHash("sha256").update("é😀\n").digest("hex"));
	});

	test("replaces an older file, and a part that a dead writer left", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "file");
		await writeFile(path, "an older and longer file");
		await writeFile(`${path}.part`, "an older and longer part");
		await writeAtomic(path, ["new"]);
		expect([await readFile(path, "utf8"), await readdir(folder.path)]).toEqual(["new", ["file"]]);
	});

	test("leaves the old file and nothing else when what it writes fails half-way", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "file");
		await writeFile(path, "old");
		const inode = (await stat(path)).ino;
		async function* failing(): AsyncGenerator<string> {
			yield "x".repeat(200_000);
			throw new Error("no more");
		}
		await expect(writeAtomic(path, failing())).rejects.toThrow("no more");
		expect([await readFile(path, "utf8"), await readdir(folder.path), (await stat(path)).ino]).toEqual(["old", ["file"], inode]);
	});

	test("leaves nothing behind when it cannot take the file's place", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "file");
		await mkdir(path);
		await writeFile(join(path, "inside"), "kept");
		await expect(writeAtomic(path, ["new"])).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
		expect([await readdir(folder.path), await readdir(path)]).toEqual([["file"], ["inside"]]);
	});

	test("what stands under the name is at no time half a file", async () => {
		await using folder = await temporaryFolder();
		const path = join(folder.path, "file");
		await writeFile(path, "old");
		const seen: string[] = [];
		async function* chunks(): AsyncGenerator<string> {
			for (let count = 0; count < 4; count += 1) {
				yield "x".repeat(100_000);
				seen.push(await readFile(path, "utf8"));
			}
		}
		await writeAtomic(path, chunks());
		expect([seen, (await readFile(path, "utf8")).length]).toEqual([["old", "old", "old", "old"], 400_000]);
	});
});

test("chunks are gathered, none lost, none split", async () => {
	const batches: string[] = [];
	for await (const batch of batched(Array.from({ length: 1_000 }, () => "😀".repeat(50)))) batches.push(batch);
	expect(batches.map((batch) => batch.length)).toEqual([65_600, 34_400]);
});
