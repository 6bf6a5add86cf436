import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { jailAt } from "../../src/workspace/jail.ts";
import { readInside } from "../../src/workspace/jail-read.ts";
import { listInside } from "../../src/workspace/jail-tree.ts";
import { writeInside } from "../../src/workspace/jail-write.ts";
import { tempFolder } from "./temp-folder.ts";

const TRIES = 2_000;

/** Turns the folder `d` and the file `f` into links to the outside and back, as fast as it can, whatever is written meanwhile. */
const SWAP = `
const { renameSync, rmSync, symlinkSync } = require("node:fs");
const retry = (name, step) => {
	for (;;) {
		try { return step(); } catch {}
		try { rmSync(name, { recursive: true, force: true }); } catch {}
	}
};
const flip = (name) => {
	renameSync(name, name + ".real");
	retry(name, () => symlinkSync("../outside/" + name, name));
	retry(name, () => rmSync(name, { recursive: true }));
	retry(name, () => renameSync(name + ".real", name));
};
console.log("swapping");
for (;;) { flip("d"); flip("f"); }
`;

async function swapping(): Promise<{ readonly path: string; readonly root: string }> {
	const folder = await tempFolder({
		"root/d/x": "ours",
		"root/f": "ours",
		"outside/d/x": "theirs",
		"outside/d/only-here": "",
		"outside/f": "theirs",
	});
	const root = join(folder.path, "root");
	const child = spawn(process.execPath, ["-e", SWAP], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
	onTestFinished(async () => {
		expect(child.exitCode).toBeNull();
		child.kill("SIGKILL");
		await once(child, "exit");
		await folder[Symbol.asyncDispose]();
	});
	await once(child.stdout, "data");
	return { path: folder.path, root };
}

test("while links are swapped in, nothing outside is read", async () => {
	const jail = jailAt((await swapping()).root);
	const contents = new Set<string>();
	for (let index = 0; index < TRIES; index += 1) {
		const read = await readInside(jail, index % 2 === 0 ? "d/x" : "f", 100);
		if (read.ok) contents.add(read.value.toString());
	}
	expect([...contents]).toEqual(["ours"]);
});

test("while links are swapped in, nothing outside is listed", async () => {
	const jail = jailAt((await swapping()).root);
	const names = new Set<string>();
	for (let index = 0; index < TRIES; index += 1) {
		const listed = await listInside(jail, index % 2 === 0 ? "d" : ".", {
			depth: 2,
			enters: () => true,
			signal: new AbortController().signal,
		});
		for (const entry of listed.ok ? listed.value : []) names.add(entry.name);
	}
	expect(names).toContain("x");
	expect([...names].filter((name) => name.includes("only-here"))).toEqual([]);
});

test("while links are swapped in, nothing outside is written or made", async () => {
	const { path, root } = await swapping();
	const jail = jailAt(root);
	const written = new Set<string>();
	for (let index = 0; index < TRIES; index += 1) {
		const asked = ["d/x", "f", `d/new-${index}`, `d/folder-${index}/new`][index % 4] ?? "";
		if ((await writeInside(jail, asked, "written")).ok) written.add(asked);
	}
	expect(written.size).toBeGreaterThan(0);
	expect(readdirSync(join(path, "outside"), { recursive: true }).sort()).toEqual(["d", "d/only-here", "d/x", "f"]);
	expect(["d/x", "f"].map((name) => readFileSync(join(path, "outside", name), "utf8"))).toEqual(["theirs", "theirs"]);
});
