import { fails, passes, testChecks } from "./check-table.ts";
import { callOf, evidenceOf } from "./evidence-of.ts";

const writes = evidenceOf({
	calls: [
		callOf("fs_write", { args: { path: "a.js", mode: 420, deep: { b: [1, 2], a: null } } }),
		callOf("fs_write", { round: 2, isError: true, args: { path: "src/**b**.js" } }),
		callOf("shell", { args: { path: "c.js" } }),
		callOf("fs_write", { settledBy: "malformed", isError: true, args: {} }),
	],
});
const path = { kind: "args", tool: "fs_write", key: "path", weight: 1 } as const;

testChecks([
	["a key alone", path, writes, passes("args:fs_write.path", '"a.js" in turn 1, round 1')],
	["a value of any call", { ...path, equals: "src/**b**.js" }, writes, passes("args:fs_write.path", '"src/**b**.js" in turn 1, round 2')],
	["a part, normalised", { ...path, contains: "SRC/B" }, writes, passes("args:fs_write.path", '"src/**b**.js" in turn 1, round 2')],
	[
		"another value",
		{ ...path, equals: "b.js" },
		writes,
		fails("args:fs_write.path", 'expected a call of fs_write with path equal to "b.js"; found "a.js" in turn 1, round 1 and 1 more'),
	],
	[
		"both conditions, but of two values",
		{ ...path, equals: "a.js", contains: "src" },
		writes,
		fails(
			"args:fs_write.path",
			'expected a call of fs_write with path equal to "a.js" and containing "src"; found "a.js" in turn 1, round 1 and 1 more',
		),
	],
	[
		"equals is exact",
		{ ...path, equals: "A.js" },
		writes,
		fails("args:fs_write.path", 'expected a call of fs_write with path equal to "A.js"; found "a.js" in turn 1, round 1 and 1 more'),
	],
	["a number is its rendering", { ...path, key: "mode", equals: "420" }, writes, passes("args:fs_write.mode", '"420" in turn 1, round 1')],
	[
		"an object in another order of keys",
		{ ...path, key: "deep", equals: { a: null, b: [1, 2] } },
		writes,
		passes("args:fs_write.deep", '"{"a":null,"b":[1,2]}" in turn 1, round 1'),
	],
	[
		"a part of an object",
		{ ...path, key: "deep", contains: '"b":[1,2]' },
		writes,
		passes("args:fs_write.deep", '"{"a":null,"b":[1,2]}" in turn 1, round 1'),
	],
	[
		"null is a value to equal",
		{ ...path, key: "mode", equals: null },
		writes,
		fails("args:fs_write.mode", 'expected a call of fs_write with mode equal to "null"; found "420" in turn 1, round 1'),
	],
	[
		"no call has the key",
		{ ...path, key: "toString" },
		writes,
		fails("args:fs_write.toString", "expected a call of fs_write with toString; found 3 calls, none with that key"),
	],
	[
		"no call of the tool",
		{ ...path, tool: "fs_edit" },
		writes,
		fails("args:fs_edit.path", "expected a call of fs_edit with path; found no call of it"),
	],
	[
		"arguments that are no canonical JSON",
		{ ...path, contains: "x" },
		evidenceOf({ calls: [callOf("fs_write", { args: { path: ["\ud800", Number.POSITIVE_INFINITY] } })] }),
		fails("args:fs_write.path", 'expected a call of fs_write with path containing "x"; found "["\ufffd","Infinity"]" in turn 1, round 1'),
	],
]);
