import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { endAllOf, UserSlots } from "../../src/isolation/slots.ts";
import { isRunning } from "./bash-command.ts";

test("every trial under way has a user to itself, and one that was given back is given out again", () => {
	const slots = new UserSlots(5_000);
	const [first, second] = [slots.take(), slots.take()];
	expect([first, second]).toEqual([
		{ uid: 5_000, gid: 5_000 },
		{ uid: 5_001, gid: 5_001 },
	]);
	slots.giveBack(first);
	expect([slots.take().uid, slots.take().uid]).toEqual([5_000, 5_002]);
});

if (process.getuid?.() === 0)
	describe("as root", () => {
		test("all that a user has is ended, and nothing of another's", async () => {
			const [own, other] = [1_450_000_001, 1_450_000_002].map((uid) =>
				spawn("sleep", ["1000"], { uid, gid: uid, stdio: "ignore", cwd: "/" }),
			);
			await Promise.all([own, other].map((child) => once(child!, "spawn")));
			expect(endAllOf({ uid: 1_450_000_001, gid: 1_450_000_001 })).toBe(true);
			expect([own, other].map((child) => isRunning(child!.pid!))).toEqual([false, true]);
			expect(endAllOf({ uid: 1_450_000_002, gid: 1_450_000_002 })).toBe(true);
		});
	});
