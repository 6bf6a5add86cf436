import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bytePath } from "../support/temp-folder.ts";
import { runBundled } from "../workspace/bundled.ts";
import { bench, fails, succeeds } from "./tool-kit.ts";

test("gives path, line and text, sorted by path and line", async () => {
	await using on = await bench({ "b.js": "x\nfoo(1)\r\nfoo(2)", "a/c.js": "foo(3)\n", "a.js": "foo(4)\n" });
	expect(await on.call("fs_search", { pattern: "foo\\((\\d)\\)" })).toEqual(
		succeeds("a.js:1: foo(4)\na/c.js:1: foo(3)\nb.js:2: foo(1)\nb.js:3: foo(2)"),
	);
});

test("keeps to a folder, a file or a glob", async () => {
	await using on = await bench({ "src/a.ts": "hit", "src/deep/b.ts": "hit", "src/c.md": "hit", "d.ts": "hit" });
	const found = async (args: { path?: string; glob?: string }): Promise<string> =>
		(await on.call("fs_search", { pattern: "hit", ...args })).content;
	expect(await found({ path: "src" })).toBe("src/a.ts:1: hit\nsrc/c.md:1: hit\nsrc/deep/b.ts:1: hit");
	expect(await found({ path: "src/c.md" })).toBe("src/c.md:1: hit");
	expect(await found({ glob: "*.ts" })).toBe("d.ts:1: hit\nsrc/a.ts:1: hit\nsrc/deep/b.ts:1: hit");
	expect(await found({ glob: "src/*.ts" })).toBe("src/a.ts:1: hit");
	expect(await found({ path: "src", glob: "**/deep/**" })).toBe("src/deep/b.ts:1: hit");
});

test("leaves out what is binary, too large, special, linked, or not the project's own", async () => {
	await using on = await bench({
		"node_modules/p/i.js": "hit",
		".git/config": "hit",
		"large.txt": `hit${"x".repeat(1024 * 1024)}`,
		"text.txt": "hit",
	});
	writeFileSync(join(on.root, "binary"), "hit\0");
	writeFileSync(join(on.root, "latin1"), Buffer.from([0x68, 0x69, 0x74, 0xe9]));
	writeFileSync(bytePath(on.root, 0x61, 0xff), "hit");
	execFileSync("mkfifo", [join(on.root, "pipe")]);
	symlinkSync("text.txt", join(on.root, "link"));
	symlinkSync("/etc", join(on.root, "etc"));
	expect(await on.call("fs_search", { pattern: "hit" })).toEqual(succeeds("text.txt:1: hit"));
	expect(await on.call("fs_search", { pattern: "hit", path: "node_modules" })).toEqual(succeeds("node_modules/p/i.js:1: hit"));
});

test("clips long lines without cutting a character in two", async () => {
	await using on = await bench({ file: `${"x".repeat(299)}😀${"y".repeat(500)}\n${"z".repeat(300)}` });
	expect(await on.call("fs_search", { pattern: "." })).toEqual(succeeds(`file:1: ${"x".repeat(299)}…\nfile:2: ${"z".repeat(300)}`));
});

test("gives as many lines as asked for, and says when there are more", async () => {
	await using on = await bench(
		Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${String(index).padStart(3, "0")}`, "hit\nhit\n"])),
	);
	const all = await on.call("fs_search", { pattern: "hit", limit: 300 });
	expect(all.content.split("\n")).toHaveLength(300);
	expect(all.content).not.toContain("[");
	const some = (await on.call("fs_search", { pattern: "hit" })).content.split("\n");
	expect(some).toHaveLength(201);
	expect(some.slice(0, 200)).toEqual(all.content.split("\n").slice(0, 200));
	expect(some.at(-1)).toBe("[more than 200 lines match; narrow the search or raise limit]");
});

test("nothing found is no error, a bad pattern and a missing folder are", async () => {
	await using on = await bench({ file: "text" });
	expect(await on.call("fs_search", { pattern: "none" })).toEqual(succeeds("[no matches]"));
	expect((await on.call("fs_search", { pattern: "(" })).content).toMatch(/^pattern: Invalid regular expression/);
	expect(await on.call("fs_search", { pattern: "x", path: "none" })).toEqual(fails("none: does not exist"));
	expect(await on.call("fs_search", { pattern: "x", path: "../tmp" })).toEqual(fails("../tmp: outside of $WORKSPACE"));
});

const ENDLESS = { pattern: "^(a+)+$" };
const TRAP = { file: `${"a".repeat(60)}b` };

test("a pattern that would match for ever is given up, and the next search works", async () => {
	await using on = await bench(TRAP);
	expect(await on.call("fs_search", ENDLESS)).toEqual(fails("pattern: takes too long to match; make it simpler or narrow the search"));
	expect((await on.call("fs_search", { pattern: "b$" })).isError).toBe(false);
});

test.each([0, 1, 5, 20, 100, 500])("a search that is cancelled after %i ms, wherever it is by then, says so", async (delayMs) => {
	await using on = await bench(TRAP);
	expect(await on.call("fs_search", ENDLESS, AbortSignal.timeout(delayMs))).toEqual(fails("[cancelled]"));
});

test("searches at once keep their matches apart", async () => {
	await using on = await bench(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`f${index}`, `word${index}`])));
	const found = await Promise.all(Array.from({ length: 8 }, (_, index) => on.call("fs_search", { pattern: `word${index}` })));
	expect(found.map(({ content }) => content)).toEqual(Array.from({ length: 8 }, (_, index) => `f${index}:1: word${index}`));
});

test("a search leaves nothing that keeps the process going", async () => {
	const script = `
		import { matchLines } from "./tool/match-worker.ts";
		const { signal } = new AbortController();
		const ask = () => matchLines({ pattern: "b", texts: ["a\\nb"], limit: 9 }, signal);
		Promise.all([ask(), ask()]).then(async () => process.stdout.write(JSON.stringify(await ask())));
	`;
	expect(JSON.parse(await runBundled(script))).toEqual({ kind: "hits", hits: [{ text: 0, line: 2, content: "b" }] });
});

const STARS = "would take for ever on a long name; keep to 3 * in a name and 3 ** in all, fewer where both meet";
const GROUP = "has a group such as (a|b), +(a) or [a]+; write {a,b}, and \\( for a parenthesis";

test.each([
	["*a*a*a*b", STARS],
	["{*,x}{*,x}{*,x}{*,x}b", STARS],
	["+(a|aa)+(a)b", GROUP],
	["[a]+[a]+[a]+b", GROUP],
	["{a,b}+", GROUP],
	["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "stands for more than 32 globs; search for fewer at a time"],
	["a".repeat(1_001), "has more than 1000 characters; write a shorter one"],
])("the glob %j, which could match for ever, is refused", async (glob, why) => {
	await using on = await bench({ "a.txt": "hit" });
	expect(await on.call("fs_search", { pattern: "hit", glob })).toEqual(fails(`glob: ${why}`));
});

test("a name can forge no line: what stands there is what fs_read takes", async () => {
	const names = ["a\nb.js:9: hit", "b.js:1: hit", "c\u2028d", '"e"', "plain [x].js"];
	await using on = await bench(Object.fromEntries(names.map((name) => [name, "hit"])));
	const { content } = await on.call("fs_search", { pattern: "hit" });
	const lines = content.split("\n").map((line) => line.replace(/:1: hit$/, ""));
	expect(lines.map((said) => (said.startsWith('"') ? JSON.parse(said) : said))).toEqual(names.toSorted());
	expect(content).not.toMatch(/\u2028/);
	expect(lines.filter((said) => !said.startsWith('"'))).toEqual(["plain [x].js"]);
});
