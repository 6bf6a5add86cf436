import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { entryIn, holds, type Jail, jailAt } from "../../src/workspace/jail.ts";
import { readInside } from "../../src/workspace/jail-read.ts";
import { writeInside } from "../../src/workspace/jail-write.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";
import { asOrdinaryUser, asRoot } from "./ordinary-user.ts";

const LIMIT = 1_000;

type Prison = TempFolder & { readonly jail: Jail; readonly root: string };

/** A workspace with links of all kinds, and beside it what must stay out of reach. */
async function prison(): Promise<Prison> {
	const folder = await tempFolder({ "root/file": "f", "root/a/file": "af", "root/a/b/file": "abf", "outside/file": "secret" });
	const root = join(folder.path, "root");
	const link = (target: string, name: string): void => symlinkSync(target, join(root, name));
	link("a", "in");
	link("a/b/file", "file-in");
	link("..", "a/up");
	link(join(root, "a/b"), "absolute-in");
	link(join(root, "in/b"), "a/absolute-in");
	link("../outside", "out");
	link("../outside/file", "file-out");
	link(join(folder.path, "outside/new"), "dangling-out");
	link("a/new", "dangling-in");
	link("loop", "loop");
	return { ...folder, root, jail: jailAt(root) };
}

async function text(jail: Jail, path: string): Promise<string> {
	const read = await readInside(jail, path, LIMIT);
	return read.ok ? read.value.toString() : `${read.code}: ${read.problem}`;
}

async function written(jail: Jail, path: string): Promise<string> {
	const done = await writeInside(jail, path, "new");
	return done.ok ? done.value : `${done.code}: ${done.problem}`;
}

describe("reading", () => {
	test.each([
		["a relative path", "a/b/file", "abf"],
		["a path with dots", "./a/../a//b/./file", "abf"],
		["the workspace by its name", "$WORKSPACE/a/file", "af"],
		["a link inside", "in/b/file", "abf"],
		["a link to a file inside", "file-in", "abf"],
		["a link up that stays inside", "a/up/file", "f"],
		["the parent of what a link leads to", "in/b/../file", "af"],
		["an absolute link into the workspace", "absolute-in/file", "abf"],
		["one that lies deeper and leads through another link", "a/absolute-in/file", "abf"],
		["a link out", "out/file", "outside: out/file: outside of $WORKSPACE"],
		["a link to a file outside", "file-out", "outside: file-out: outside of $WORKSPACE"],
		["dots that leave", "../outside/file", "outside: ../outside/file: outside of $WORKSPACE"],
		["dots that leave and come back", "../root/file", "outside: ../root/file: outside of $WORKSPACE"],
		["an absolute path elsewhere", "/etc/passwd", "outside: /etc/passwd: outside of $WORKSPACE"],
		["another constant place", "/workspace/file", "outside: /workspace/file: outside of $WORKSPACE"],
		["a name that begins like the workspace's", "$WORKSPACES/file", "missing: $WORKSPACES/file: does not exist"],
		["nothing", "none", "missing: none: does not exist"],
		["dots after nothing", "none/../file", "missing: none/../file: has a .. after a name that does not exist"],
		["dots after a file", "file/../file", "wrong-kind: file/../file: leads through something that is not a folder"],
		["a name below a file", "file/x", "wrong-kind: file/x: leads through something that is not a folder"],
		["a circle", "loop", "failed: loop: leads through too many links"],
		["a dangling link out", "dangling-out", "outside: dangling-out: outside of $WORKSPACE"],
		["a folder", "a", "wrong-kind: a: is a folder"],
		["the workspace itself", "$WORKSPACE", "wrong-kind: .: is a folder"],
		["an empty path", "", "failed: an empty path, or one with a zero byte"],
		["a zero byte", "a\0", "failed: an empty path, or one with a zero byte"],
		["a name beyond what the system takes", "n".repeat(300), `failed: ${"n".repeat(300)}: the name is too long`],
	])("%s", async (_, path, expected) => {
		await using inside = await prison();
		expect(await text(inside.jail, path)).toBe(expected);
	});

	test("an absolute path inside is understood, and no refusal shows where the workspace lies", async () => {
		await using inside = await prison();
		expect(await text(inside.jail, `${inside.root}/a/file`)).toBe("af");
		expect(await text(inside.jail, `${inside.root}//a/./file`)).toBe("af");
		expect(await text(inside.jail, `${inside.root}/none`)).toBe("missing: $WORKSPACE/none: does not exist");
		expect(await text(inside.jail, `${inside.root}/out/file`)).toBe("outside: $WORKSPACE/out/file: outside of $WORKSPACE");
	});

	test("a folder beside the workspace whose name begins like its name is outside", async () => {
		await using folder = await tempFolder({ "root/file": "f", "root-2/file": "secret" });
		const jail = jailAt(join(folder.path, "root"));
		expect(await text(jail, `${folder.path}/root-2/file`)).toMatch(/^outside/);
		expect(await text(jail, "../root-2/file")).toMatch(/^outside/);
	});

	test("a FIFO, with a writer or without, and a socket are refused without waiting", async () => {
		await using inside = await prison();
		execFileSync("mkfifo", [join(inside.root, "pipe")]);
		const server = createServer().listen(join(inside.root, "socket"));
		await new Promise((resolve) => server.once("listening", resolve));
		onTestFinished(() => void server.close());
		expect(await text(inside.jail, "pipe")).toBe("wrong-kind: pipe: is not a regular file");
		expect(await written(inside.jail, "pipe")).toBe("wrong-kind: pipe: is not a regular file");
		expect(await text(inside.jail, "socket")).toBe("wrong-kind: socket: is not a regular file");
	});

	test("a file above the limit is refused, one at the limit is not", async () => {
		await using folder = await tempFolder({ large: "x".repeat(LIMIT + 1), fits: "x".repeat(LIMIT) });
		const jail = jailAt(folder.path);
		expect(await text(jail, "large")).toBe("too-large: large: has 1001 bytes, and at most 1000 can be read");
		expect(await text(jail, "fits")).toHaveLength(LIMIT);
	});
});

describe("writing", () => {
	test.each([
		["a new file", "new", "new"],
		["a file that is there", "a/file", "a/file"],
		["a file in new folders", "x/y/z", "x/y/z"],
		["through a link inside", "in/b/new", "a/b/new"],
		["to what a link inside points to", "file-in", "a/b/file"],
		["to what a dangling link inside points to", "dangling-in", "a/new"],
		["the workspace by its name", "$WORKSPACE/new", "new"],
	])("%s", async (_, path, at) => {
		await using inside = await prison();
		expect(await written(inside.jail, path)).toBe(at);
		expect(readFileSync(join(inside.root, at), "utf8")).toBe("new");
	});

	test.each([
		["through a link out", "out/new", "outside"],
		["to a link to a file outside", "file-out", "outside"],
		["to a dangling link out", "dangling-out", "outside"],
		["in new folders below a link out", "out/x/y", "outside"],
		["dots that leave", "../outside/new", "outside"],
		["dots after nothing", "none/../../outside/new", "missing"],
		["an absolute path elsewhere", "/tmp/assay-none/x", "outside"],
		["a folder", "a", "wrong-kind"],
		["the workspace itself", ".", "wrong-kind"],
		["a new folder", "new/", "wrong-kind"],
		["below a file", "file/x", "wrong-kind"],
	])("%s is refused and writes nothing", async (_, path, code) => {
		await using inside = await prison();
		expect((await written(inside.jail, path)).split(":")[0]).toBe(code);
		expect(readdirSync(join(inside.path, "outside"))).toEqual(["file"]);
		expect(readFileSync(join(inside.path, "outside/file"), "utf8")).toBe("secret");
		expect(existsSync(join(inside.root, "new"))).toBe(false);
	});

	test("a shorter content leaves nothing of the longer one, and the mode stays", async () => {
		await using folder = await tempFolder({ "run.sh": "something long" });
		chmodSync(join(folder.path, "run.sh"), 0o755);
		expect(await written(jailAt(folder.path), "run.sh")).toBe("run.sh");
		expect(readFileSync(join(folder.path, "run.sh"), "utf8")).toBe("new");
		expect(lstatSync(join(folder.path, "run.sh")).mode & 0o777).toBe(0o755);
	});

	test("one who is not root is told of a read-only file and folder", async () => {
		await using folder = await tempFolder({ file: "", "folder/x": "" });
		const [file, inner] = [join(folder.path, "file"), join(folder.path, "folder")] as const;
		chmodSync(file, 0o444);
		chmodSync(inner, 0o555);
		asOrdinaryUser(folder.path, file, inner);
		const said = [await written(jailAt(folder.path), "file"), await written(jailAt(folder.path), "folder/new")];
		asRoot();
		expect(said).toEqual(["failed: file: permission denied", "failed: folder/new: permission denied"]);
	});
});

const anyName = fc.constantFrom(
	"file",
	"a",
	"b",
	"in",
	"file-in",
	"up",
	"absolute-in",
	"out",
	"file-out",
	"dangling-out",
	"dangling-in",
	"loop",
	"none",
	"..",
	".",
	"",
);
const anyPath = fc
	.tuple(fc.constantFrom("", "./", "$WORKSPACE/", "ROOT/", "/"), fc.array(anyName, { minLength: 1, maxLength: 7 }))
	.map(([start, names]) => start + names.join("/"));

/** What the kernel makes of a path that begins in the workspace; null where that is no regular file in it. */
function kernelReads(root: string, asked: string): string | null {
	try {
		const real = realpathSync.native(asked.startsWith("/") ? asked : `${root}/${asked}`);
		return real.startsWith(`${root}/`) && statSync(real).isFile() ? readFileSync(real, "utf8") : null;
	} catch {
		return null;
	}
}

/** A folder's slash after a file's name is forgiven. */
function withoutSlash(asked: string): string {
	return asked.replace(/(\/\.?)+$/, "");
}

test("of any path, reading gives what the kernel gives as long as that is inside, and else nothing", async () => {
	await using inside = await prison();
	await fc.assert(
		fc.asyncProperty(anyPath, async (drawn) => {
			const asked = drawn.replace("ROOT", inside.root);
			const expected = kernelReads(inside.root, withoutSlash(asked.replace("$WORKSPACE", inside.root)));
			const read = await readInside(inside.jail, asked, LIMIT);
			expect(read.ok ? read.value.toString() : null).toBe(expected);
			if (!read.ok) expect(read.problem).not.toContain(inside.root);
		}),
		{ numRuns: 3_000 },
	);
});

test("of any path, writing changes nothing outside, and what it says it wrote is there", async () => {
	await fc.assert(
		fc.asyncProperty(anyPath, async (drawn) => {
			await using inside = await prison();
			const asked = drawn.replace("ROOT", inside.root);
			const done = await writeInside(inside.jail, asked, "new");
			expect(readdirSync(inside.path).sort()).toEqual(["outside", "root"]);
			expect(readdirSync(join(inside.path, "outside"))).toEqual(["file"]);
			expect(readFileSync(join(inside.path, "outside/file"), "utf8")).toBe("secret");
			if (done.ok) expect(kernelReads(inside.root, withoutSlash(asked.replace("$WORKSPACE", inside.root)))).toBe("new");
		}),
		{ numRuns: 400 },
	);
});

test("what lies beside the root is not held, however its name begins", async () => {
	await using folder = await tempFolder();
	const jail = jailAt(folder.path);
	const asked = [jail.root, `${jail.root}/a`, `${jail.root}-2`, `${jail.root}-2/a`, "/"];
	expect(asked.map((path) => holds(jail, path))).toEqual([true, true, false, false, false]);
});

test("only a plain name makes an entry of a folder", async () => {
	await using folder = await tempFolder();
	mkdirSync(join(folder.path, "x"));
	const { root } = jailAt(folder.path);
	expect(entryIn(root, "x")).toBe(`${root}/x`);
	for (const bad of ["", ".", "..", "a/b", "../x"]) expect(() => entryIn(root, bad)).toThrow("not a name");
});
