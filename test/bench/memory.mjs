// Peak memory by the number of trials: `node test/bench/memory.mjs [--quick] [--runs N] [--bin FILE]`.
import { join } from "node:path";
import { inTurn } from "./lib/measure.mjs";
import { readOptions } from "./lib/options.mjs";
import { inScratch, runOf, writeSuite } from "./lib/suite.mjs";
import { figure, printTable } from "./lib/table.mjs";

const { runs, trials, assay } = readOptions({ runs: 2, trials: 1_000 }, { runs: 1, trials: 100 });
const REPEATED = 100;

await inScratch(async (scratch) => {
	const hundred = await writeSuite(join(scratch, "hundred"), { cases: REPEATED });
	const fewRows = await writeSuite(join(scratch, "few"), { cases: trials });
	const manyRows = await writeSuite(join(scratch, "many"), { cases: 10 * trials });
	const few = trials / REPEATED;
	const results = await inTurn(
		[
			runOf(assay, hundred, { name: "few repeats", repeats: few }),
			runOf(assay, hundred, { name: "many repeats", repeats: 10 * few }),
			runOf(assay, fewRows, { name: "few rows" }),
			runOf(assay, manyRows, { name: "many rows" }),
		],
		runs,
	);
	const row = (by, fewOf, manyOf) => {
		const [less, more] = [results.get(fewOf), results.get(manyOf)];
		return {
			by,
			[`peak MiB at ${trials} trials`]: figure(less.peakMib),
			[`at ${10 * trials}`]: figure(more.peakMib),
			ratio: figure(more.peakMib / less.peakMib),
			[`wall s at ${10 * trials}`]: figure(more.wallMs / 1000),
		};
	};
	printTable("memory", [
		row(`repeats (${REPEATED} cases × ${few}, × ${10 * few})`, "few repeats", "many repeats"),
		row(`rows (${trials}, ${10 * trials} cases)`, "few rows", "many rows"),
	]);
});
