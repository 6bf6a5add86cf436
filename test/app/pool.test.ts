import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { problemsOf, suiteKit } from "./app-kit.ts";

const LIMIT = 20_000;
const CASES = 12;

/** Trials whose size and delay look drawn, and are the same each time; the n-th takes what its digest says. */
function replyOf(name: string): Json {
	const draw = createHash("sha256").update(name).digest();
	const output = 100 + (draw.readUInt16BE(0) % 3_000);
	return { text: "ready", usage: { input_tokens: 1_000, output_tokens: output }, delay_ms: draw.readUInt8(2) % 12 };
}

function sketch(arms: readonly string[]) {
	const names = Array.from({ length: CASES }, (_, at) => `case-${at}`);
	const script = (arm: string) => Object.fromEntries(names.map((name) => [name, [replyOf(`${arm}/${name}`)]]));
	return {
		cases: Object.fromEntries(
			names.map((name) => [
				name,
				{ prompt: "Say ready.", tags: ["x"], tools: [], limits: { tokens: LIMIT }, expect: { contains: "ready" } },
			]),
		),
		scripts: Object.fromEntries(arms.map((arm) => [arm, script(arm)])),
	};
}

describe("a pool", () => {
	test.each([0.2, 0.5, 0.9])("that runs dry at %d of the plan gives the same card at every concurrency", async (share) => {
		await using kit = await suiteKit(sketch(["a", "b"]));
		const tokens = Math.round(CASES * 2 * 2_600 * share) + 2 * LIMIT;
		const cards = [];
		for (const concurrency of [1, 2, 8, 64]) {
			await kit.run(`run-${concurrency}`, { play: ["a", "b"], repeats: 2, concurrency, limits: { tokens } });
			cards.push(await kit.text(`run-${concurrency}`, "scorecard.json"));
		}
		const card = JSON.parse(cards[0]!);
		expect(new Set(cards).size).toBe(1);
		expect(card).toMatchObject({ complete: false, reason: "pool", pool: { admission: "hard", tokens: { limit: tokens } } });
		expect(card.pool.tokens.charged).toBeLessThanOrEqual(tokens);
		// Refused whole: a case has all of its arms or none.
		const refused = card.trials.filter(({ stop }: { stop: string }) => stop === "pool_exhausted");
		expect(refused.length).toBeGreaterThan(0);
		expect(refused.length % 2).toBe(0);
	});

	test("that is ample changes nothing but its own line", async () => {
		await using kit = await suiteKit(sketch(["a"]));
		await kit.run("free", { play: ["a"] });
		await kit.run("held", { play: ["a"], limits: { tokens: 10_000_000 } });
		const [free, held] = await Promise.all(["free", "held"].map(async (run) => JSON.parse(await kit.text(run, "scorecard.json"))));
		expect(held.pool.tokens.charged).toBe(
			held.trials.reduce(
				(sum: number, { usage }: { usage: Record<string, number> }) => sum + usage.input_tokens! + usage.output_tokens!,
				0,
			),
		);
		expect({ ...held, pool: null }).toEqual(free);
	});

	test("asks nothing of the built-in arms", async () => {
		await using kit = await suiteKit({
			cases: { a: { prompt: "Go.", tags: ["x"], oracle: [{ say: "ready" }], expect: { contains: "ready" } } },
		});
		await kit.run("run", { limits: { tokens: 1 } });
		expect(JSON.parse(await kit.text("run/scorecard.json"))).toMatchObject({ complete: true, pool: { tokens: { limit: 1, charged: 0 } } });
	});

	test("that the plan cannot be held to is refused before anything is spent", async () => {
		const bounded = sketch(["a"]);
		const first = Object.keys(bounded.cases)[0]!;
		await using kit = await suiteKit({
			...bounded,
			cases: { ...bounded.cases, [first]: { ...bounded.cases[first], limits: { tokens: null } } },
		});
		const refused = (limits: object) => problemsOf(() => kit.run("run", { play: ["a"], limits }));
		expect(await refused({ tokens: 100_000 })).toEqual([
			"a pool of tokens needs a bound of each trial; there is none for a/case-0; set limits.tokens",
		]);
		expect(await refused({ nanoUsd: 5 })).toEqual([
			expect.stringMatching(
				/^a pool of money needs a bound of each trial; there is none for a\/case-0, .*; set limits\.usd, or limits\.tokens and the price/,
			),
		]);
		await using small = await suiteKit(bounded);
		expect(await problemsOf(() => small.run("run", { play: ["a"], limits: { tokens: 19_999 } }))).toEqual([
			expect.stringMatching(
				/^the first group of the plan, case-\d+ under each arm, may take 20000 tokens, and the pool has 19999; give the pool more/,
			),
		]);
	});

	test("ends a batch whose failed attempts waste too much of it", async () => {
		const wasteful = { failure: { kind: "transport" }, usage: { input_tokens: 9_000 } };
		await using kit = await suiteKit({
			...sketch(["a"]),
			scripts: { a: { "*": [wasteful, wasteful, wasteful, { text: "ready", usage: { input_tokens: 10, output_tokens: 10 } }] } },
			config: { defaults: { retry: { base_ms: 1, max_ms: 1 } } },
		});
		await kit.run("run", { play: ["a"], concurrency: 1, limits: { tokens: 30_000 } });
		const card = JSON.parse(await kit.text("run/scorecard.json"));
		expect([card.complete, card.reason]).toEqual([false, "cash"]);
	});
});
