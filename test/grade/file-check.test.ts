import { fails, passes, testChecks, untold } from "./check-table.ts";
import { evidenceOf } from "./evidence-of.ts";

const silent = evidenceOf({});
const file = { path: "src/a.js", exists: true, sha256: "abc", text: "one\nTwo_2\n" };
const present = { kind: "files", path: "src/a.js", exists: true, weight: 1 } as const;
const withFile = evidenceOf({ files: [file] });
const withNone = evidenceOf({ files: [{ path: "src/a.js", exists: false, sha256: null, text: null }] });
const withBinary = evidenceOf({ files: [{ ...file, text: null }] });

testChecks([
	["a file that is there", present, withFile, passes("files:src/a.js", "exists")],
	["a file that is missing", present, withNone, fails("files:src/a.js", "expected a file; there is none")],
	["a file that should be missing, and is", { ...present, exists: false }, withNone, passes("files:src/a.js", "does not exist")],
	[
		"a file that should be missing, and is not",
		{ ...present, exists: false },
		withFile,
		fails("files:src/a.js", "expected no such file; it exists"),
	],
	["a part of a file", { ...present, contains: "Two_" }, withFile, passes("files:src/a.js", "exists with the expected contents")],
	[
		"a part in another case",
		{ ...present, contains: "two2" },
		withFile,
		fails("files:src/a.js", 'expected it to contain "two2"; it does not'),
	],
	["the whole of a file", { ...present, equals: "one\nTwo_2\n" }, withFile, passes("files:src/a.js", "exists with the expected contents")],
	[
		"another line",
		{ ...present, equals: "one\ntwo\n" },
		withFile,
		fails("files:src/a.js", "expected other contents; they differ from line 2 on"),
	],
	[
		"lines that are too many",
		{ ...present, equals: "one\nTwo_2" },
		withFile,
		fails("files:src/a.js", "expected other contents; they differ from line 3 on"),
	],
	["the digest of a file", { ...present, sha256: "abc" }, withBinary, passes("files:src/a.js", "exists with the expected contents")],
	["another digest", { ...present, sha256: "abd" }, withFile, fails("files:src/a.js", "expected SHA-256 abd; found abc")],
	[
		"the text of a file that has none",
		{ ...present, contains: "x" },
		withBinary,
		fails("files:src/a.js", "expected a regular UTF-8 text file of at most 1 MiB; it is none"),
	],
	[
		"a file that nobody read",
		{ ...present, exists: false },
		silent,
		untold("files:src/a.js", "no evidence of this file is recorded; run the trial again"),
	],
]);
