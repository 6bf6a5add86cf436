// CPU and wall clock per trial, beside a floor: `node test/bench/trials.mjs [--quick] [--runs N] [--bin FILE]`.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTurn } from "./lib/measure.mjs";
import { readOptions } from "./lib/options.mjs";
import { makeScratch, runOf, writeSuite } from "./lib/suite.mjs";
import { figure, printTable } from "./lib/table.mjs";

const { assay, trials, ...setting } = readOptions({ runs: 3, warmUp: false, trials: 1_000 }, { runs: 1, warmUp: false, trials: 100 });
const FLOOR = fileURLToPath(new URL("floor.mjs", import.meta.url));
const START = "assay run, 1 case";

function floorOf(name, folder, ...fixture) {
	const command = [process.execPath, FLOOR, String(trials), folder, ...fixture];
	return { name, command, after: () => rm(folder, { recursive: true }) };
}

const scratch = await makeScratch();
const floor = join(scratch, "floor");
const one = await writeSuite(join(scratch, "one"), { cases: 1 });
const few = await writeSuite(join(scratch, "few"), { cases: trials / 10 });
const many = await writeSuite(join(scratch, "many"), { cases: trials });
const filled = await writeSuite(join(scratch, "filled"), { cases: trials, fixture: true });

const results = await inTurn(
	[
		floorOf("floor", floor),
		runOf(assay, many, { name: `assay run, ${trials} cases` }),
		runOf(assay, few, { name: `assay run, ${trials / 10} cases × 10`, repeats: 10 }),
		floorOf("floor, 20 files", floor, join(filled, "fixtures/files")),
		runOf(assay, filled, { name: `assay run, ${trials} cases, 20 files` }),
		runOf(assay, one, { name: START }),
	],
	setting,
);
const start = results.get(START);
results.delete(START);
printTable(
	"trials",
	Array.from(results, ([name, { wallMs, cpuMs, peakMib }]) => ({
		[`${trials} trials`]: name,
		"CPU ms a trial": figure(cpuMs / trials),
		"without start-up": name.startsWith("floor") ? "" : figure((cpuMs - start.cpuMs) / trials),
		"wall ms a trial": figure(wallMs / trials),
		"peak MiB": figure(peakMib),
	})),
);
