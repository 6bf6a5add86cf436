import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeTree } from "../../src/workspace/remove.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { DEPTH, deepTree, depthOf } from "./deep-tree.ts";
import { asOrdinaryUser, asRoot } from "./ordinary-user.ts";

test("what is not there is removed already, and of a link nothing but the link goes", async () => {
	await using folder = await tempFolder({ "kept/file": "" });
	symlinkSync("kept", join(folder.path, "link"));
	mkdirSync(join(folder.path, "tree"));
	symlinkSync("../kept", join(folder.path, "tree/link"));
	for (const name of ["none", "link", "tree"]) await removeTree(join(folder.path, name));
	expect(readdirSync(folder.path)).toEqual(["kept"]);
	expect(existsSync(join(folder.path, "kept/file"))).toBe(true);
});

test("what is made in a folder after it was listed goes in a second try", async () => {
	await using folder = await tempFolder({ "tree/file": "" });
	const removing = removeTree(join(folder.path, "tree"));
	writeFileSync(join(folder.path, "tree/late"), "");
	await removing;
	expect(readdirSync(folder.path)).toEqual([]);
});

test.each([
	["of plain names", "d"],
	["of names that are no UTF-8", "d\\377"],
])("a tree deeper than any path can say goes: one %s", async (_, name) => {
	await using tree = await deepTree(name);
	expect(depthOf(tree.root)).toBe(DEPTH);
	await removeTree(tree.root);
	expect(readdirSync(tree.path)).toEqual([]);
});

test("it goes also where one who is not root has closed folders in its depths, and takes names that the tree has already", async () => {
	await using tree = await deepTree(
		"d",
		"mkdir -p closed/inner wide/a wide/b wide/c; chmod 000 closed/inner closed wide/b; cd -P ../../..; chmod 000 d",
	);
	mkdirSync(join(tree.root, "lifted-000000/lifted-000000"), { recursive: true });
	writeFileSync(join(tree.root, "lifted-"), "");
	if (process.getuid?.() === 0) execFileSync("chown", ["-R", "65534:65534", tree.path]);
	asOrdinaryUser(tree.path);
	await removeTree(tree.root);
	asRoot();
	expect(readdirSync(tree.path)).toEqual([]);
});
