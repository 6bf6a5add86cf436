import { expect, test } from "vitest";
import { shortPath } from "../../src/cli/short-path.ts";

test.each([
	["/a/b", "/a/b/c/d", "c/d"],
	["/home/me/suite", "/home/me/reports", "../reports"],
	["/a/b/c/d/e", "/x", "/x"],
	["/a", "/a", "."],
])("seen from %s, %s is %s", (cwd, path, short) => {
	expect(shortPath(cwd, path)).toBe(short);
});
