// Peak memory at 1,000 and 10,000 trials: `node test/bench/memory.mjs [--quick] [--runs N] [--bin FILE]`.
import { join } from "node:path";
import { inTurn } from "./lib/measure.mjs";
import { readOptions } from "./lib/options.mjs";
import { makeScratch, runOf, writeSuite } from "./lib/suite.mjs";
import { figure, printTable } from "./lib/table.mjs";

const { assay, trials, ...setting } = readOptions({ runs: 1, warmUp: false, trials: 1_000 }, { runs: 1, warmUp: false, trials: 50 });
const repeatedCases = trials / 10;

const scratch = await makeScratch();
const repeated = await writeSuite(join(scratch, "repeated"), { cases: repeatedCases });
const few = await writeSuite(join(scratch, "few"), { cases: trials });
const many = await writeSuite(join(scratch, "many"), { cases: 10 * trials });

const results = await inTurn(
	[
		runOf(assay, repeated, { name: "few repeats", repeats: 10 }),
		runOf(assay, repeated, { name: "many repeats", repeats: 100 }),
		runOf(assay, few, { name: "few rows" }),
		runOf(assay, many, { name: "many rows" }),
	],
	setting,
);

function rowOf(by, less, more) {
	return {
		"trials by": by,
		[`peak MiB at ${trials}`]: figure(less.peakMib),
		[`at ${10 * trials}`]: figure(more.peakMib),
		ratio: figure(more.peakMib / less.peakMib),
		[`wall s at ${10 * trials}`]: figure(more.wallMs / 1000),
	};
}

printTable("memory", [
	rowOf(`repeats of ${repeatedCases} cases`, results.get("few repeats"), results.get("many repeats")),
	rowOf("rows, a case each", results.get("few rows"), results.get("many rows")),
]);
