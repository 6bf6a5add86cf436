import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { assay, CHECKOUT } from "../support/program.ts";
import { cardBytes, cardSha, readCard } from "../support/run-files.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { BUSY_ARMS, busySuite, drawn } from "./busy-suite.ts";

/** The reference solution of each case of a run, as its recordings have it. */
function oraclesOf(run: string): readonly (readonly [id: string, oracle: readonly Parameters<typeof replyOf>[0][]])[] {
	const ids = new Set(readCard(run).trials.map((trial) => trial.case));
	return [...ids].map((id) => {
		const [head = ""] = readFileSync(join(run, `trials/oracle/${id}/1.1.jsonl`), "utf8").split("\n");
		return [id, JSON.parse(head).case.source.oracle];
	});
}

/** A step, one act or several, in the words of a script that can also say when it comes. */
function replyOf(step: JsonObject | readonly JsonObject[]): JsonObject {
	const acts = [step].flat().flatMap((act) => Object.entries(act));
	const [, text = null] = acts.find(([name]) => name === "say") ?? [];
	const calls = acts.flatMap(([tool, args]) => (tool === "say" ? [] : [{ tool, args }]));
	return { ...(text === null ? {} : { text }), ...(calls.length === 0 ? {} : { calls }) };
}

describe("same outcomes, same bytes", () => {
	test("the shipped suite under its oracle has one card at one, four and sixteen trials at once, and with its recordings alone", async () => {
		await using out = await tempFolder();
		const runs = [1, 4, 16].map((concurrency) => join(out.path, `j${concurrency}`));
		const ends = await Promise.all(
			[1, 4, 16].map((concurrency, at) => assay(["run", "-a", "oracle", "-j", `${concurrency}`, "-o", `${runs[at]}`], { cwd: CHECKOUT })),
		);

		expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
		expect(readCard(`${runs[0]}`).trials.length).toBeGreaterThanOrEqual(16);
		const [sha = "", ...others] = runs.map(cardSha);
		expect(others).toEqual([sha, sha]);

		expect(await assay(["grade", `${runs[2]}`], { cwd: "/" })).toMatchObject({ code: 0 });
		expect(cardSha(`${runs[2]}`)).toBe(sha);
		rmSync(join(`${runs[1]}`, "scorecard.json"));
		expect(await assay(["report", `${runs[1]}`], { cwd: "/" })).toMatchObject({ code: 0 });
		expect(cardSha(`${runs[1]}`)).toBe(sha);
	});

	test("the shipped suite played from a script whose replies come late, each at a time of its own, has one card too", async () => {
		await using folder = await tempFolder();
		for (const name of ["assay.yaml", "cases", "fixtures"]) cpSync(join(CHECKOUT, name), join(folder.path, name), { recursive: true });
		await assay(["run", "-a", "oracle", "-o", "once"], { cwd: folder.path });
		const delayMs = drawn(3, 40);
		const lines = oraclesOf(join(folder.path, "once")).map(([id, oracle]) =>
			JSON.stringify({ case: id, replies: oracle.map((step) => ({ ...replyOf(step), delay_ms: delayMs() })) }),
		);
		writeFileSync(join(folder.path, "late.jsonl"), `${lines.join("\n")}\n`);
		appendFileSync(join(folder.path, "assay.yaml"), "\narms: {late: {provider: script, file: late.jsonl}}\n");

		const concurrencies = ["1", "4", "16"];
		const ends = await Promise.all(
			concurrencies.map((concurrency) => assay(["run", "-a", "late", "-j", concurrency, "-o", `j${concurrency}`], { cwd: folder.path })),
		);
		expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
		expect(new Set(concurrencies.map((concurrency) => cardSha(join(folder.path, `j${concurrency}`)))).size).toBe(1);
	});

	test.each([1, 2, 3])("replies that come in any order change nothing: delays drawn from seed %i", async (seed) => {
		await using folder = await tempFolder(busySuite(drawn(seed, 30)));
		const concurrencies = ["1", "4", "16", "64"];
		const ends = await Promise.all(
			concurrencies.map((concurrency) => assay(["run", ...BUSY_ARMS, "-j", concurrency, "-o", `j${concurrency}`], { cwd: folder.path })),
		);

		expect(ends.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
		const shas = concurrencies.map((concurrency) => cardSha(join(folder.path, `j${concurrency}`)));
		expect(new Set(shas)).toEqual(new Set([shas[0]]));
	});

	test("delays are in the plan's digest and nowhere else in a card", async () => {
		const cards = await Promise.all(
			[4, 5].map(async (seed) => {
				await using folder = await tempFolder(busySuite(drawn(seed, 30)));
				await assay(["run", ...BUSY_ARMS, "-j", "8", "-o", "out"], { cwd: folder.path });
				const { plan, ...card } = JSON.parse(cardBytes(join(folder.path, "out")));
				return { plan, card };
			}),
		);

		expect(cards[1]?.card).toEqual(cards[0]?.card);
		expect(cards[1]?.plan.cases).toBe(cards[0]?.plan.cases);
		expect(cards[1]?.plan.arms).not.toBe(cards[0]?.plan.arms);
	});
});
