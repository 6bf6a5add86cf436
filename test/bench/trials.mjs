// CPU and wall clock per trial, beside a floor: `node test/bench/trials.mjs [--quick] [--runs N] [--bin FILE]`.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTurn } from "./lib/measure.mjs";
import { readOptions } from "./lib/options.mjs";
import { inScratch, runOf, writeSuite } from "./lib/suite.mjs";
import { figure, printTable } from "./lib/table.mjs";

const { runs, trials, assay } = readOptions({ runs: 5, trials: 1_000 }, { runs: 1, trials: 300 });
const FLOOR = fileURLToPath(new URL("floor.mjs", import.meta.url));

await inScratch(async (scratch) => {
	const plain = await writeSuite(join(scratch, "plain"), { cases: trials });
	const filled = await writeSuite(join(scratch, "filled"), { cases: trials, fixture: true });
	const few = await writeSuite(join(scratch, "few"), { cases: trials / 10 });
	const one = await writeSuite(join(scratch, "one"), { cases: 1 });
	const floorFolder = join(scratch, "floor");
	const floorOf = (name, ...fixture) => ({
		name,
		command: [process.execPath, FLOOR, String(trials), floorFolder, ...fixture],
		after: () => rm(floorFolder, { recursive: true, force: true }),
	});
	const ONE = "assay run, one trial";
	const results = await inTurn(
		[
			floorOf("floor"),
			floorOf("floor, 20 files", join(filled, "fixtures/files")),
			runOf(assay, one, { name: ONE }),
			runOf(assay, plain, { name: `assay run, ${trials} cases` }),
			runOf(assay, few, { name: `assay run, ${trials / 10} cases × 10`, repeats: 10 }),
			runOf(assay, filled, { name: `assay run, ${trials} cases, 20 files` }),
		],
		runs,
	);
	const start = results.get(ONE);
	printTable(
		"trials",
		Array.from(results, ([name, { wallMs, cpuMs, peakMib }]) => {
			const isOne = name === ONE;
			const base = name.startsWith("assay") && !isOne ? start : { wallMs: 0, cpuMs: 0 };
			return {
				what: name,
				"CPU s": figure(cpuMs / 1000),
				"CPU ms a trial": isOne ? "-" : figure(cpuMs / trials),
				"without start-up": isOne ? "-" : figure((cpuMs - base.cpuMs) / trials),
				"wall ms a trial": isOne ? "-" : figure(wallMs / trials),
				"peak MiB": figure(peakMib),
			};
		}),
	);
});
