import { describe, expect, test } from "vitest";
import type { Model } from "../../src/agent/model.ts";
import type { BatchEvent } from "../../src/batch/event.ts";
import { NO_HISTORY } from "../../src/batch/history.ts";
import type { Plan } from "../../src/batch/plan.ts";
import { planTrials } from "../../src/batch/plan.ts";
import { runTrials } from "../../src/batch/runner.ts";
import { nopModel } from "../../src/model/nop.ts";
import { createJournal, type Journal, readJournal } from "../../src/recording/journal.ts";
import type { JournalRecord } from "../../src/recording/journal-record.ts";
import { trialId } from "../../src/recording/trial-key.ts";
import { SAY_READY } from "../support/suite-files.ts";
import { type BatchKit, batchKit } from "./batch-kit.ts";

function many(count: number): Record<string, typeof SAY_READY> {
	return Object.fromEntries(Array.from({ length: count }, (_, at) => [`case-${at}`, SAY_READY]));
}

/** A journal in memory, which may have a fault. */
function memoryJournal(fault: (record: JournalRecord) => boolean = () => false): Journal & { readonly records: JournalRecord[] } {
	const records: JournalRecord[] = [];
	return {
		records,
		append: async (record) => {
			if (fault(record)) throw new Error("ENOSPC");
			records.push(record);
		},
		close: async () => {},
	};
}

type Gate = {
	readonly model: Model;
	readonly active: () => number;
	readonly reached: (count: number) => Promise<void>;
	readonly letOneGo: () => void;
};

/** A model that answers when it is let, and says how many wait for it. */
function gate(): Gate {
	const waiting: (() => void)[] = [];
	const watchers: { readonly count: number; readonly tell: () => void }[] = [];
	return {
		model: {
			call: async (request, signal) => {
				const freed = new Promise<void>((resolve) => waiting.push(resolve));
				for (const { count, tell } of watchers) if (waiting.length >= count) tell();
				await freed;
				return nopModel().call(request, signal);
			},
		},
		active: () => waiting.length,
		reached: (count) => new Promise((tell) => (waiting.length >= count ? tell() : watchers.push({ count, tell }))),
		letOneGo: () => waiting.shift()?.(),
	};
}

/** A plan that counts how many of its trials were taken: for each, its arms are looked at once. */
function counted(plan: Plan): { readonly plan: Plan; readonly taken: () => number } {
	let looks = 0;
	const watched = {
		...plan,
		get arms() {
			looks += 1;
			return plan.arms;
		},
	};
	return { plan: watched, taken: () => looks - 1 };
}

function idsOf(events: readonly BatchEvent[], type: "trial-start" | "trial-end"): readonly string[] {
	return events.flatMap((event) => (event.type === type ? [trialId(event.key)] : []));
}

async function run(kit: BatchKit, journal: Journal = memoryJournal(), plan: Plan = kit.plan): Promise<void> {
	await runTrials(kit.setting, plan, { journal, observe: kit.observe, history: NO_HISTORY });
}

describe("a batch", () => {
	test("plays every trial, in plan order at concurrency 1, and tells of its begin and end", async () => {
		await using kit = await batchKit({ cases: many(4), play: ["nop", "oracle"], repeats: 2, setting: { concurrency: 1 } });
		await run(kit);
		const planned = Array.from(planTrials(kit.plan), ({ subject, arm, repeat }) => trialId({ caseId: subject.id, arm: arm.name, repeat }));
		expect(idsOf(kit.events, "trial-start")).toEqual(planned);
		expect(kit.events.map(({ type }) => type)).toEqual([
			"batch-start",
			...planned.flatMap(() => ["trial-start", "trial-end"]),
			"batch-end",
		]);
		expect(kit.events[0]).toEqual({ type: "batch-start", planned: 16, isolation: "none", notice: null });
		const ends = kit.events.filter((event) => event.type === "trial-end");
		expect(ends.map(({ key, verdict }) => `${key.arm} ${verdict}`).toSorted()).toEqual([
			...Array(8).fill("nop fail"),
			...Array(8).fill("oracle pass"),
		]);
		expect(ends.find(({ key }) => key.arm === "nop")).toMatchObject({
			failed: [{ name: 'contains:"ready"', passed: false }],
			message: null,
			workspace: null,
		});
	});

	test("runs as many trials at once as it may, never more, and takes at most twice as many from its plan", async () => {
		const { model, active, reached, letOneGo } = gate();
		await using kit = await batchKit({ cases: many(12), setting: { concurrency: 3, openModel: async () => model } });
		const { plan, taken } = counted(kit.plan);
		const done = run(kit, memoryJournal(), plan);
		for (let ended = 0; ended < 12; ended += 1) {
			await reached(Math.min(3, 12 - ended));
			const under = idsOf(kit.events, "trial-start").length - idsOf(kit.events, "trial-end").length;
			expect([active() <= 3, under <= 3, taken() - ended <= 6]).toEqual([true, true, true]);
			if (ended === 0) expect(taken()).toBe(6);
			letOneGo();
		}
		await done;
		expect([taken(), idsOf(kit.events, "trial-end").length]).toEqual([12, 12]);
	});

	test("writes a trial down before it begins and before it is told of as ended", async () => {
		await using kit = await batchKit({ cases: many(2), setting: { concurrency: 1 } });
		const path = `${kit.dir}/run/journal.jsonl`;
		const journal = await createJournal(path);
		const seen: string[] = [];
		await runTrials(kit.setting, kit.plan, {
			journal: { ...journal, append: (record) => journal.append(record).then(() => void seen.push(record.type)) },
			observe: ({ type }) => seen.push(type),
			history: NO_HISTORY,
		});
		await journal.close();
		const trial = ["admit", "trial-start", "finish", "trial-end"];
		expect(seen).toEqual(["batch-start", ...trial, ...trial, "batch-end"]);
		const records: JournalRecord[] = [];
		for await (const record of readJournal(path)) records.push(record);
		expect(records[1]).toMatchObject({ type: "finish", stop: "completed", message: null, workspace: null });
	});

	test("goes on when a trial breaks", async () => {
		await using kit = await batchKit({ cases: many(3), play: ["nop", "oracle"] });
		const { openModel } = kit.setting;
		const broken: Model = { call: () => Promise.reject(new Error("a bug")) };
		const setting = {
			...kit.setting,
			openModel: async (...given: Parameters<typeof openModel>) => (given[0].name === "nop" ? broken : openModel(...given)),
		};
		await runTrials(setting, kit.plan, { journal: memoryJournal(), observe: kit.observe, history: NO_HISTORY });
		const ends = kit.events.flatMap((event) => (event.type === "trial-end" ? [`${event.key.arm} ${event.verdict} ${event.stop}`] : []));
		expect(new Set(ends)).toEqual(new Set(["nop ungraded provider_error", "oracle pass completed"]));
		expect(ends).toHaveLength(6);
	});
});

describe("a batch that is told to end", () => {
	test.each(["stop", "cancel"] as const)("by %s starts nothing more, and what is under way settles", async (token) => {
		const { model, reached, letOneGo } = gate();
		await using kit = await batchKit({ cases: many(8), setting: { openModel: async () => model } });
		const done = run(kit);
		await reached(2);
		kit.setting[token].cancel({ kind: "caller", note: "enough" });
		letOneGo();
		letOneGo();
		await done;
		expect([idsOf(kit.events, "trial-start").length, idsOf(kit.events, "trial-end").length]).toEqual([2, 2]);
		expect(kit.events.at(-1)).toEqual({ type: "batch-end" });
		expect(await kit.workspaces()).toEqual([]);
	});

	test("before it began plays nothing", async () => {
		await using kit = await batchKit({ cases: many(2) });
		kit.setting.stop.cancel({ kind: "caller", note: "enough" });
		const journal = memoryJournal();
		await run(kit, journal);
		expect([kit.events, journal.records]).toEqual([
			[{ type: "batch-start", planned: 2, isolation: "none", notice: null }, { type: "batch-end" }],
			[],
		]);
	});

	test("by a stop, trials under way end at their next round", async () => {
		const { model, reached, letOneGo } = gate();
		const calls = { ...SAY_READY, oracle: [{ fs_list: {} }, { say: "ready" }] };
		await using kit = await batchKit({ cases: { a: calls } });
		const { openModel } = kit.setting;
		const setting = {
			...kit.setting,
			openModel: async (...given: Parameters<typeof openModel>) => {
				const oracle = await openModel(...given);
				return {
					call: async (...asked: Parameters<Model["call"]>) => {
						await model.call(...asked);
						return oracle.call(...asked);
					},
				};
			},
		};
		const done = runTrials(setting, kit.plan, { journal: memoryJournal(), observe: kit.observe, history: NO_HISTORY });
		await reached(1);
		setting.stop.cancel({ kind: "caller", note: "enough" });
		letOneGo();
		await done;
		const evidence = await kit.evidenceOf({ caseId: "a", arm: "oracle", repeat: 1 });
		expect([evidence.outcome.cause.code, evidence.outcome.rounds, evidence.calls.length]).toEqual(["stop_requested", 1, 1]);
	});
});

describe("a run folder that cannot be written", () => {
	test("ends the batch with the fault, once the trials under way are over; none begins any more", async () => {
		const { model, reached, letOneGo } = gate();
		await using kit = await batchKit({ cases: many(9), setting: { concurrency: 3, openModel: async () => model } });
		let finished = 0;
		const journal = memoryJournal((record) => record.type === "finish" && ++finished === 1);
		const ended = run(kit, journal).then(
			() => "resolved",
			(error: Error) => error.message,
		);
		await reached(3);
		for (let go = 0; go < 3; go += 1) letOneGo();
		expect(await ended).toBe("ENOSPC");
		expect(idsOf(kit.events, "trial-start")).toHaveLength(3);
		expect(idsOf(kit.events, "trial-end")).toHaveLength(2);
		expect(kit.events.at(-1)).toEqual({ type: "batch-end" });
		expect(await kit.workspaces()).toEqual([]);
	});

	test("at the very first record plays nothing", async () => {
		let opened = 0;
		await using kit = await batchKit({
			cases: many(5),
			setting: {
				openModel: async () => {
					opened += 1;
					return nopModel();
				},
			},
		});
		await expect(
			run(
				kit,
				memoryJournal(() => true),
			),
		).rejects.toThrow("ENOSPC");
		expect(opened).toBe(0);
	});
});
