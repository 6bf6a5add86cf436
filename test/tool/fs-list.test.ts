import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bytePath } from "../support/temp-folder.ts";
import { bench, succeeds } from "./tool-kit.ts";

/** Names that would read as something else, sorted as they are listed. */
const NAMES = [
	"\ttab",
	' "a" ',
	'"quoted',
	"[empty]",
	"a\nb",
	"a -> b",
	"back\\x41",
	"carriage\rreturn",
	"del\u007f",
	"line\u2028separator",
	"next\u0085line",
	"over\u202eride",
	"p [no regular file]",
	"tag\u{e0061}",
];

test("a name that would read as something else is one line, and what stands there is what fs_read takes", async () => {
	await using on = await bench(Object.fromEntries(NAMES.map((name) => [name, name])));
	const { content } = await on.call("fs_list", {});
	const lines = content.split("\n");
	expect(lines.map((line) => JSON.parse(line))).toEqual([...NAMES].sort());
	for (const line of lines) {
		expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
		const { path } = JSON.parse(`{"path": ${line}}`);
		expect(await on.call("fs_read", { path })).toEqual(succeeds(path));
	}
});

test("folders, links and names that are no text keep their marks", async () => {
	await using on = await bench({ "a\nb/c": "" });
	symlinkSync("x\ny", join(on.root, "to\n"));
	writeFileSync(bytePath(on.root, 0x7a, 0x0a, 0xff), "");
	const { content } = await on.call("fs_list", { depth: 2 });
	expect(content).toBe(['"a\\nb"/', '"a\\nb/c"', '"to\\n" -> "x\\ny"', "z\\x0a\\xff"].join("\n"));
});

test("any other name is as it is", async () => {
	const names = ["[id].tsx", "a b", "né", 'say "hi"', "x->y", "✓ 漢字"];
	await using on = await bench(Object.fromEntries(names.map((name) => [name, ""])));
	expect(await on.call("fs_list", {})).toEqual(succeeds([...names].sort().join("\n")));
});
