import { expect, test } from "vitest";
import { scrubber } from "../../src/core/scrub.ts";
import { placesOf, scrubJson } from "../../src/workspace/scrub.ts";

test("the longest text wins where several begin, in whatever order they are given", () => {
	const replacements = [
		{ find: "/tmp/a", replace: "$A" },
		{ find: "/tmp/a/work", replace: "$W" },
	];
	for (const given of [replacements, replacements.toReversed()]) {
		expect(scrubber(given)("/tmp/a/work/x /tmp/a/home /tmp/b")).toBe("$W/x $A/home /tmp/b");
	}
});

test("texts are taken literally, both what is looked for and what is put in", () => {
	const scrub = scrubber([{ find: "a.b*[c]$\\-^|/", replace: "$& $1" }]);
	expect(scrub("a.b*[c]$\\-^|/ axb")).toBe("$& $1 axb");
});

test("what was put in is not looked at again", () => {
	expect(
		scrubber([
			{ find: "secret", replace: "[work]" },
			{ find: "work", replace: "secret" },
		])("secret work"),
	).toBe("[work] secret");
});

test("an empty text is never looked for", () => {
	expect(scrubber([{ find: "", replace: "x" }])("abc")).toBe("abc");
	expect(scrubber([])("abc")).toBe("abc");
});

test("a JSON value is scrubbed in all its strings and keys", () => {
	const scrub = scrubber([{ find: "/tmp/x", replace: "$WORKSPACE" }]);
	expect(scrubJson({ "/tmp/x/a": ["/tmp/x", 1, null, true, { deep: "in /tmp/x/b" }] }, scrub)).toEqual({
		"$WORKSPACE/a": ["$WORKSPACE", 1, null, true, { deep: "in $WORKSPACE/b" }],
	});
});

test("a key that is a name of JavaScript stays a key", () => {
	const value = JSON.parse('{"__proto__": "x"}');
	expect(JSON.stringify(scrubJson(value, (text) => text))).toBe('{"__proto__":"x"}');
});

test("a trial's places are called as its commands call them", () => {
	const scrub = scrubber(placesOf("/tmp/assay-1/workspace"));
	expect(scrub("/tmp/assay-1/workspace/a /tmp/assay-1/home/.npm /tmp/assay-1/tmp")).toBe("$WORKSPACE/a $HOME/.npm $TMPDIR");
});
