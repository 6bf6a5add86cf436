// Start-up of the command line against that of Node alone: `node test/bench/startup.mjs [--quick] [--runs N] [--bin FILE]`.
import { fileURLToPath } from "node:url";
import { inTurn } from "./lib/measure.mjs";
import { readOptions } from "./lib/options.mjs";
import { makeScratch } from "./lib/suite.mjs";
import { figure, printTable } from "./lib/table.mjs";

const { assay, ...setting } = readOptions({ runs: 25, warmUp: true }, { runs: 5, warmUp: true });
const suite = fileURLToPath(new URL("../..", import.meta.url));
const BARE = "node -e 0";

await makeScratch();
const results = await inTurn(
	[
		{ name: BARE, command: [process.execPath, "-e", "0"] },
		{ name: "assay --version", command: [...assay, "--version"] },
		{ name: "assay --help", command: [...assay, "--help"] },
		{ name: "assay run --help", command: [...assay, "run", "--help"] },
		{ name: "assay list, the shipped suite", command: [...assay, "list", "-C", suite] },
	],
	setting,
);
const bare = results.get(BARE);
printTable(
	"startup",
	Array.from(results, ([name, { wallMs, leastWallMs, cpuMs, peakMib }]) => ({
		command: name,
		"wall ms": figure(wallMs),
		"× node": figure(wallMs / bare.wallMs),
		"least wall ms": figure(leastWallMs),
		"least × node": figure(leastWallMs / bare.leastWallMs),
		"CPU ms": figure(cpuMs),
		"CPU × node": figure(cpuMs / bare.cpuMs),
		"peak MiB": figure(peakMib),
	})),
);
