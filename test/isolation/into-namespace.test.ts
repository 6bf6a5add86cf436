import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandResult } from "../../src/isolation/command.ts";
import { intoNamespace } from "../../src/isolation/into-namespace.ts";
import { noIsolation } from "../../src/isolation/none.ts";
import { stageWorkspace, type Workspace } from "../../src/workspace/stage.ts";
import { runningWith } from "./bash-command.ts";

const isRoot = process.getuid?.() === 0;
const HIDDEN = `1000.${process.pid}3`;
/** What no sweep of marked processes finds. */
const HIDES = `env -i setsid setsid bash -c 'trap "" TERM; exec 0<&- 1>&- 2>&-; touch hides; sleep ${HIDDEN}; true' & until [ -e hides ]; do :; done`;

let workspace: Workspace;
beforeEach(async () => {
	workspace = await stageWorkspace({ fixture: null });
});
afterEach(() => workspace.dispose());

function run(line: string, timeoutMs = 60_000, signal: AbortSignal | null = null): Promise<CommandResult> {
	return noIsolation.open(workspace.root).run({ argv: ["bash", "-c", line], as: "agent", timeoutMs, outputBytes: 10_000 }, signal);
}

test("root has a namespace for the commands that it does not isolate, and nobody else", () => {
	expect(intoNamespace() !== null).toBe(isRoot);
});

if (isRoot)
	describe("without isolation, as root", () => {
		test("nothing survives a command that ends by itself, whatever it wiped and closed", async () => {
			expect(await run(`${HIDES}; echo done`)).toMatchObject({ end: "exited", exitCode: 0, output: "done\n" });
			expect(runningWith(HIDDEN)).toEqual([]);
		});

		test("nothing survives a command whose time is up", async () => {
			expect(await run(`echo begun; ${HIDES}; sleep ${HIDDEN}`, 1_000)).toMatchObject({ end: "timed-out", output: "begun\n" });
			expect(runningWith(HIDDEN)).toEqual([]);
		});

		test("nothing survives a command that is cancelled, at whatever moment", async () => {
			for (let ms = 0; ms < 20; ms += 1) {
				expect((await run(`setsid sleep ${HIDDEN} & sleep ${HIDDEN}`, 60_000, AbortSignal.timeout(ms))).end).toBe("cancelled");
				expect(runningWith(HIDDEN)).toEqual([]);
			}
		});

		test("a command sees its own processes only, and not the environment of the harness", async () => {
			const { output } = await run(
				`[ -e /proc/${process.pid}/exe ] && readlink /proc/${process.pid}/exe; tr '\\0' '\\n' < /proc/1/environ | grep -c VITEST`,
			);
			expect(output).toBe("0\n");
		});
	});

describe("without isolation", () => {
	test.each([
		[
			"a command that a signal ended has the code that shells give it",
			"kill -TERM $$",
			{ end: "exited", exitCode: 143, signal: null, output: "" },
		],
		["so has one that died of a fault", "kill -SEGV $$", { end: "exited", exitCode: 139, signal: null, output: "" }],
		["a code is a code", "exit 130", { end: "exited", exitCode: 130, signal: null, output: "" }],
		["input is empty, and outputs can be opened by name", "cat; echo a > /dev/stderr", { end: "exited", exitCode: 0, output: "a\n" }],
		[
			"no descriptor of the harness is there",
			"readlink /proc/$$/fd/* > links; grep -vE '^(/dev/null|/proc/.*|.*/links|.*/fifo [(]deleted[)])$' links; true",
			{ output: "" },
		],
	])("%s", async (_, line, result) => {
		expect(await run(line)).toMatchObject(result);
	});

	test("a program that is not there does not start", async () => {
		const sandbox = noIsolation.open(workspace.root);
		const command = { argv: ["assay-nonesuch", "x"], as: "agent", timeoutMs: 1_000, outputBytes: 1_000 } as const;
		expect(await sandbox.run(command, null)).toMatchObject({ end: "not-started", output: "spawn assay-nonesuch ENOENT" });
		expect(existsSync(join(workspace.root, "x"))).toBe(false);
	});
});
