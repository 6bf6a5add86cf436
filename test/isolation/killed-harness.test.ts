import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { runningWith } from "./bash-command.ts";
import { HARNESSES, runScript } from "./own-process.ts";

/** Digits of a number that no other command line has. */
function markOf(round: number): string {
	return `${process.pid}${round}7`;
}

async function goneWith(mark: string): Promise<void> {
	while (runningWith(mark).length > 0) await pause(5);
}

describe.each(HARNESSES)("a harness of %s that is killed by SIGKILL", (_, user) => {
	test.each([0, 1, 2, 3, 4, 5])("takes all sandboxes with it, in whatever they were (%i)", async (round) => {
		const mark = markOf(round);
		const { end, complaints } = await runScript(new URL("./killed-harness.ts", import.meta.url), user, ["bwrap", mark, String(round)]);
		expect({ end, complaints }).toEqual({ end: "SIGKILL", complaints: "" });
		await goneWith(mark);
	});
});

if (process.getuid?.() === 0)
	test("a harness of root that is killed by SIGKILL takes commands without isolation with it", async () => {
		const { end } = await runScript(new URL("./killed-harness.ts", import.meta.url), 0, ["none", markOf(6), "4"]);
		expect(end).toBe("SIGKILL");
		await goneWith(markOf(6));
	});
