import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { jailAt } from "../../src/workspace/jail.ts";
import { readInside } from "../../src/workspace/jail-read.ts";
import { listInside } from "../../src/workspace/jail-tree.ts";
import { writeInside } from "../../src/workspace/jail-write.ts";
import { tempFolder } from "../support/temp-folder.ts";

const TRIES = 1_200;

const OURS = { "root/d/x": "ours", "root/e/d/x": "ours", "root/f": "ours", "root/g": "ours" };
const THEIRS = { "outside/d/x": "theirs", "outside/e/d/x": "theirs", "outside/f": "theirs" };
/** \`e\` is swapped above the folder that is opened, \`g\` for a link to what does not exist. */
const READ = ["d/x", "e/d/x", "f", "g"];

/** Turns names into links to the outside and back, as fast as it can, whatever is written meanwhile. */
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
for (;;) { flip("d"); flip("e"); flip("f"); flip("g"); }
`;

async function swapping(): Promise<{ readonly path: string; readonly root: string }> {
	const folder = await tempFolder({ ...OURS, ...THEIRS });
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
		const read = await readInside(jail, READ[index % READ.length]!, 100);
		if (read.ok) contents.add(read.value.toString());
	}
	expect([...contents]).toEqual(["ours"]);
});

test("while links are swapped in, nothing outside is listed", async () => {
	const { path, root } = await swapping();
	for (const folder of ["d", "e/d"]) writeFileSync(join(path, "outside", folder, "only-here"), "");
	const names = new Set<string>();
	for (let index = 0; index < TRIES; index += 1) {
		const listed = await listInside(jailAt(root), ["d", "e/d", "."][index % 3]!, {
			depth: 3,
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
		const asked = [...READ, `d/new-${index}`, `e/d/new-${index}`, `d/folder-${index}/new`, `e/folder-${index}/new`][index % 8]!;
		if ((await writeInside(jail, asked, "written")).ok) written.add(asked);
	}
	expect(written.size).toBeGreaterThan(0);
	const outside = readdirSync(join(path, "outside"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	expect(outside.map((entry) => relative(path, join(entry.parentPath, entry.name))).sort()).toEqual(Object.keys(THEIRS));
	for (const name of Object.keys(THEIRS)) expect(readFileSync(join(path, name), "utf8")).toBe("theirs");
});
