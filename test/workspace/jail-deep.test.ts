import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jailAt } from "../../src/workspace/jail.ts";
import { readInside } from "../../src/workspace/jail-read.ts";
import { listInside } from "../../src/workspace/jail-tree.ts";
import { writeInside } from "../../src/workspace/jail-write.ts";
import type { Reached } from "../../src/workspace/refusal.ts";
import { DEPTH, type DeepTree, deepTree } from "./deep-tree.ts";

const ALL = { depth: Number.POSITIVE_INFINITY, enters: (): boolean => true, signal: new AbortController().signal };

/** What each tool is told of a path. */
async function toolsAt({ root }: DeepTree, path: string): Promise<readonly Reached<unknown>[]> {
	const jail = jailAt(root);
	return [await readInside(jail, path, 1_000), await writeInside(jail, path, "new"), await listInside(jail, path, ALL)];
}

function refusal(problem: string): Reached<unknown> {
	return { ok: false, code: "failed", problem };
}

test("a path deeper than the bound is refused to every tool, whatever the system could reach, and nothing is made", async () => {
	await using tree = await deepTree();
	for (const path of [`${"d/".repeat(1_500)}x`, `${"new/".repeat(300)}x`, `${"d/".repeat(500)}${"n".repeat(30)}`]) {
		const problem = `${path}: a path of more than 1024 bytes`;
		expect(await toolsAt(tree, path)).toEqual([refusal(problem), refusal(problem), refusal(problem)]);
	}
	expect(readdirSync(tree.root)).toEqual(["d"]);
	expect(readdirSync(join(tree.root, "d/".repeat(500)))).toEqual(["d"]);
});

test("so is a short path that links lead too deep", async () => {
	await using tree = await deepTree();
	symlinkSync("d/".repeat(400), join(tree.root, "link"));
	const path = `$WORKSPACE/link/${"d/".repeat(400)}x`;
	const problem = `${path}: a path of more than 1024 bytes`;
	expect(await toolsAt(tree, path)).toEqual([refusal(problem), refusal(problem), refusal(problem)]);
});

test.each([
	["to the very bottom", `${"d/".repeat(DEPTH)}x`],
	["of very many names", "a/".repeat(500_000)],
])("a path %s is refused without being repeated", async (_, path) => {
	await using tree = await deepTree();
	const problem = "a path of more than 4096 bytes";
	expect(await toolsAt(tree, path)).toEqual([refusal(problem), refusal(problem), refusal(problem)]);
});

test("a listing ends at the bound, and has one folder open at a time", async () => {
	await using tree = await deepTree();
	mkdirSync(join(tree.root, "e/f"), { recursive: true });
	let mostOpen = 0;
	const before = openFiles();
	const enters = (): boolean => {
		mostOpen = Math.max(mostOpen, openFiles() - before);
		return true;
	};
	const listed = await listInside(jailAt(tree.root), ".", { ...ALL, enters });
	const names = listed.ok ? listed.value.map(({ name }) => name) : [];
	expect(names).toEqual([...Array.from({ length: 513 }, (_, index) => `d${"/d".repeat(index)}`), "e", "e/f"]);
	if (process.platform === "linux") expect(mostOpen).toBeLessThan(10);
});

function openFiles(): number {
	return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}
