import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Amounts, HardAdmission } from "../../src/batch/admission.ts";

type Trial = { readonly hold: Amounts; readonly charge: Amounts; readonly delay: number };
type Group = readonly Trial[];

const amount = fc.nat(50);
const trial = fc.record({ hold: fc.tuple(amount, amount), charge: fc.tuple(fc.nat(70), fc.nat(70)), delay: fc.nat(20) });
const plans = fc.array(fc.array(trial, { minLength: 1, maxLength: 3 }), { maxLength: 25 });
const limits = fc.tuple(fc.nat(400), fc.nat(400));

function sum(group: Group, of: (trial: Trial) => Amounts): Amounts {
	return group.reduce<Amounts>((all, one) => all.map((value, at) => value + of(one)[at]!), [0, 0]);
}

/** One group after another, as DESIGN says it: written without a look at the class. */
function sequential(limit: Amounts, plan: readonly Group[]): readonly boolean[] {
	let left = [...limit];
	let closed = false;
	return plan.map((group) => {
		const needed = sum(group, ({ hold }) => hold);
		closed ||= left.some((value, at) => value < needed[at]!);
		if (closed) return false;
		const charged = sum(group, ({ hold, charge }) => charge.map((value, at) => Math.min(value, hold[at]!)));
		left = left.map((value, at) => value - charged[at]!);
		return true;
	});
}

/** Plays a plan at a concurrency: trials settle in an order that their delays and the machine's slots decide. */
async function play(limit: Amounts, plan: readonly Group[], concurrency: number) {
	const admission = new HardAdmission(limit);
	const running: { trial: Trial; left: number }[] = [];
	const decided: boolean[] = [];
	let most = 0;
	const tick = (): void => {
		const [next] = running.sort((a, b) => a.left - b.left);
		if (next === undefined) return;
		running.splice(running.indexOf(next), 1);
		for (const other of running) other.left -= next.left;
		admission.settle(next.trial.hold, next.trial.charge);
	};
	for (const group of plan) {
		while (running.length > 0 && running.length + group.length > concurrency) tick();
		const answer = admission.admit(sum(group, ({ hold }) => hold));
		let isDecided = false;
		void answer.then(() => {
			isDecided = true;
		});
		await Promise.resolve();
		while (!isDecided) {
			if (running.length === 0) throw new Error("deadlock: a group waits and nothing is under way");
			tick();
			await Promise.resolve();
		}
		decided.push(await answer);
		if (await answer) running.push(...group.map((one) => ({ trial: one, left: one.delay })));
		most = Math.max(most, running.length);
	}
	while (running.length > 0) tick();
	return { decided, charged: admission.charged };
}

describe("hard admission", () => {
	test("decides as one group after another would, at any concurrency and in any order of completion", async () => {
		await fc.assert(
			fc.asyncProperty(limits, plans, fc.constantFrom(1, 2, 8, 64), async (limit, plan, concurrency) => {
				const { decided, charged } = await play(limit, plan, concurrency);
				expect(decided).toEqual(sequential(limit, plan));
				expect(charged.every((value, at) => value <= limit[at]!)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	test("never holds more than the limit leaves, and every hold comes back", async () => {
		const admission = new HardAdmission([100]);
		expect(await admission.admit([60])).toBe(true);
		const second = admission.admit([50]);
		admission.settle([60], [10]);
		expect(await second).toBe(true);
		admission.settle([50], [80]);
		expect(admission.charged).toEqual([60]);
		expect(await admission.admit([40])).toBe(true);
	});

	test("is closed by its first refusal: a smaller group behind it is refused too, so that the plan has no holes", async () => {
		const admission = new HardAdmission([100]);
		expect(await admission.admit([150])).toBe(false);
		expect([await admission.admit([1]), admission.isClosed]).toEqual([false, true]);
	});

	test("of two ledgers both must have room", async () => {
		expect(await new HardAdmission([100, 5]).admit([10, 6])).toBe(false);
		expect(await new HardAdmission([100, 6]).admit([10, 6])).toBe(true);
	});
});
