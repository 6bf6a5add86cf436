import type { Json } from "../../src/core/json.ts";
import { SAY_READY, type Script, suiteFiles } from "../support/suite-files.ts";
import type { Files } from "../support/temp-folder.ts";

/** What a trial may come to: passes, failures, provider faults, refused and failing calls, two turns, files and commands. */
const CASES = {
	"chat/two-turns": { prompt: ["Begin.", "Say ready."], tags: ["chat"], expect: { contains: "ready" } },
	"files/write": {
		prompt: "Write out.txt.",
		tags: ["files", "writes"],
		fixture: "small",
		expect: { unchanged: "keep.txt", files: [{ path: "out.txt", contains: "one" }] },
	},
	"shell/places": { ...SAY_READY, tags: ["shell"], fixture: "small", expect: { contains: "ready", verify: "pwd; test -f keep.txt" } },
	"plan/refused": { ...SAY_READY, tags: ["plan"], phase: "plan" },
};

const PLACES = 'pwd; echo "$HOME $TMPDIR $WORKSPACE $TZ $LANG $LC_ALL"; ls -A; printf "B\\na\\nÄ\\n" | sort; date -d @0 +%T; umask';

const SCRIPTS: Readonly<Record<string, Script>> = {
	busy: {
		"chat/two-turns": [{ text: "one moment" }, { text: "ready" }],
		"files/write": [
			{ calls: [call("fs_list", {}), call("fs_read", { path: "keep.txt" }), call("fs_search", { pattern: "keep" })] },
			{
				calls: [
					call("fs_write", { path: "out.txt", content: "one\n" }),
					call("shell", { command: "echo two >> out.txt; chmod +x out.txt" }),
				],
			},
			{ text: "ready" },
		],
		"shell/places": [{ calls: [call("shell", { command: PLACES }), call("shell", { command: "exit 7" })] }, { text: "ready" }],
		"plan/refused": [{ calls: [call("fs_write", { path: "x", content: "x" })] }, { text: "ready" }],
	},
	clumsy: {
		"chat/two-turns": [{ text: "no" }, { text: "nor here" }],
		"files/write": [
			{ calls: [call("fs_reed", {}), call("fs_read", { path: "../../etc/passwd" }), call("fs_read", {})] },
			{ text: "gave up" },
		],
		"*": [{ text: "no idea" }],
	},
	faulty: {
		"chat/two-turns": [{ text: "well" }, { failure: { kind: "rejected", message: "not today" } }],
		"files/write": [{ calls: [call("fs_write", { path: "out.txt", content: "one" })] }, { failure: { kind: "unauthorized" } }],
		"shell/places": [{ text: "do", failure: { kind: "transport" } }, { text: "ready" }],
		"*": [{ text: "ready" }],
	},
};

function call(tool: string, args: Json): Json {
	return { tool, args };
}

/** Three arms, whose every reply takes its time: `delayMs` is asked once for each, in order. */
export function busySuite(delayMs: () => number = () => 0): Files {
	const scripts = Object.fromEntries(Object.entries(SCRIPTS).map(([arm, script]) => [arm, delayed(script, delayMs)]));
	const files = { "fixtures/small/keep.txt": "keep\n", "fixtures/small/sub/link": "-> ../keep.txt" };
	return suiteFiles({ config: { defaults: { repeats: 2 } }, cases: CASES, scripts, files });
}

export const BUSY_ARMS: readonly string[] = ["-a", "busy", "-a", "clumsy", "-a", "faulty"];

function delayed(script: Script, delayMs: () => number): Script {
	return Object.fromEntries(
		Object.entries(script).map(([subject, replies]) => [subject, replies.map((reply) => ({ ...(reply as object), delay_ms: delayMs() }))]),
	);
}

/** Numbers that look drawn and are the same each time, by a linear congruential generator: below `below`. */
export function drawn(seed: number, below: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
