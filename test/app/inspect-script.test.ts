import { Buffer } from "node:buffer";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inspectScript } from "../../src/app/inspect-script.ts";
import type { InspectedScript } from "../../src/case/ports.ts";
import { formatProblem } from "../../src/core/error.ts";
import { tempFolder } from "../support/temp-folder.ts";

async function inspected(content: string | Uint8Array): Promise<InspectedScript> {
	await using dir = await tempFolder({ "r.jsonl": content });
	return await inspectScript({ path: join(dir.path, "r.jsonl"), shown: "../r.jsonl" });
}

describe("a script, when its suite is loaded", () => {
	test("says which cases it answers, and where", async () => {
		const { cases, problems } = await inspected('\n{"case": "a", "replies": []}\r\n{"replies": [], "case": "*"}\n');
		expect(problems).toEqual([]);
		expect(cases).toEqual([
			{ id: "a", place: { file: "../r.jsonl", line: 2, column: 10 } },
			{ id: "*", place: { file: "../r.jsonl", line: 3, column: 25 } },
		]);
	});

	test.each<[string, string | Uint8Array, readonly string[]]>([
		["that is blank", "\n", ['1:1: the script has no line; write one {"case": "…", "replies": […]} a line']],
		["that is no UTF-8", Buffer.from('{"case": "\xff"}', "latin1"), ["1:11: is not valid UTF-8; save it as UTF-8 text"]],
		["that is no JSON", '{"case": "a", replies: []}', ["1:15: is no JSON object; write one JSON object a line"]],
		[
			"with wrong values",
			'{"case": 1, "replies": [{"text": "x", "dely_ms": 1}, {"stop": "ends"}, {"fs_read": 7}], "a": 1, "a": 2}\n{"case": 1, "replies": [{"text": "x", "dely_ms": 1}, {"stop": "ends"}, {"fs_read": 7}, {"failure": {}}]}',
			['1:97: duplicate key "a"; keep one of them', "2:10: case must be a text; write a text"],
		],
		[
			"with wrong replies",
			'{"case": "a", "replies": [{"text": "x", "dely_ms": 1}, {"stop": "ends"}, {"fs_read": 7}, {"failure": {}}]}',
			[
				'1:52: replies[0] has an unknown key: "dely_ms"; take it out',
				'1:65: replies[1].stop cannot be "ends"; write one of end, tool_use, max_tokens, refusal, pause, context_window, other',
				"1:86: replies[2].fs_read must be a map; write a map",
				"1:102: replies[3].failure.kind is missing; add it",
			],
		],
	])("%s is refused with its places", async (_, content, lines) => {
		expect((await inspected(content)).problems.map(formatProblem)).toEqual(lines.map((line) => `../r.jsonl:${line}`));
	});
});
