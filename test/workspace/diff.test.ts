import { expect, test } from "vitest";
import type { WorkspaceEntry } from "../../src/workspace/change.ts";
import { diffManifests, digestOfDiff } from "../../src/workspace/diff.ts";

const FILE: WorkspaceEntry = { kind: "file", executable: false, size: 1, sha256: "aa", target: null };
const LINK: WorkspaceEntry = { kind: "link", executable: false, size: 1, sha256: "aa", target: "x" };

test("what came, went and changed is listed by path; what stayed is not", () => {
	const before = new Map([
		["stays", FILE],
		["goes", FILE],
		["z", FILE],
		["a/b", FILE],
	]);
	const after = new Map([
		["z", { ...FILE, sha256: "bb" }],
		["comes", LINK],
		["stays", { ...FILE }],
		["a/b", { ...FILE, executable: true }],
	]);
	expect(diffManifests(before, after)).toEqual([
		{ path: "a/b", before: FILE, after: { ...FILE, executable: true } },
		{ path: "comes", before: null, after: LINK },
		{ path: "goes", before: FILE, after: null },
		{ path: "z", before: FILE, after: { ...FILE, sha256: "bb" } },
	]);
});

test.each<[string, WorkspaceEntry]>([
	["content", { ...FILE, sha256: "bb" }],
	["the exec bit", { ...FILE, executable: true }],
	["the kind", { ...FILE, kind: "link" }],
	["a target", { ...FILE, target: "y" }],
])("%s makes a change", (_, changed) => {
	expect(diffManifests(new Map([["a", FILE]]), new Map([["a", changed]]))).toHaveLength(1);
});

test("equal diffs have equal digests, others do not", () => {
	const [one, two] = [FILE, LINK].map((after) => diffManifests(new Map(), new Map([["a", after]])));
	expect(digestOfDiff(one!)).toBe(digestOfDiff(structuredClone(one!)));
	expect(digestOfDiff(one!)).not.toBe(digestOfDiff(two!));
	expect(digestOfDiff([])).toMatch(/^[0-9a-f]{64}$/);
});
