import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { takeManifest } from "../../src/workspace/manifest.ts";
import { removeTree } from "../../src/workspace/remove.ts";
import { stageWorkspace } from "../../src/workspace/stage.ts";
import { crowdedFolder, turnsDuring } from "./crowded-folder.ts";

test("while a large tree is staged, listed or removed, others have their turn", async () => {
	await using folder = await crowdedFolder();
	const staging = stageWorkspace({ fixture: folder.root, parent: folder.path });
	expect(await turnsDuring(staging)).toBeGreaterThan(5);
	const { root } = await staging;
	expect(await turnsDuring(takeManifest(root, []))).toBeGreaterThan(5);
	expect(await turnsDuring(removeTree(root))).toBeGreaterThan(5);
});

test("what is removed while it is listed is no error, and neither is what is removed twice", async () => {
	await using folder = await crowdedFolder();
	await Promise.all([takeManifest(folder.root, []), removeTree(folder.root), removeTree(folder.root)]);
	expect(existsSync(folder.root)).toBe(false);
});
