// Cost of a command at each level beside a bare spawn, and of a workspace beside `cp -a`: `node test/bench/isolation.mjs [--quick]`.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { bwrapIsolation } from "../../dist/isolation/bwrap.js";
import { noIsolation } from "../../dist/isolation/none.js";
import { handOver } from "../../dist/workspace/owner.js";
import { stageWorkspace } from "../../dist/workspace/stage.js";
import { makeScratch } from "./lib/suite.mjs";
import { figure, printTable } from "./lib/table.mjs";

const quick = process.argv.includes("--quick");
const [COMMANDS, COPIES] = quick ? [20, 2] : [100, 5];
await makeScratch();
const scratch = tmpdir();
// The user of a trial must be able to come to its workspace.
chmodSync(scratch, 0o711);

/** Takes turns, so that other work on the machine meets all alike; the median of each. */
async function inTurns(rounds, acts) {
	const times = new Map(Object.keys(acts).map((name) => [name, []]));
	for (let round = 0; round < rounds; round += 1) {
		for (const [name, act] of Object.entries(acts)) {
			const began = performance.now();
			await act();
			times.get(name).push(performance.now() - began);
		}
	}
	return new Map(Array.from(times, ([name, taken]) => [name, taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)]]));
}

function bare() {
	return new Promise((resolve) => spawn("bash", ["-c", "true"], { stdio: "ignore" }).once("exit", resolve));
}

async function commandsAt(isolation) {
	const workspace = await stageWorkspace({ fixture: null });
	const sandbox = isolation.open(workspace.root);
	if (sandbox.owner !== null) await handOver(workspace, sandbox.owner);
	return () => sandbox.run({ argv: ["bash", "-c", "true"], as: "agent", timeoutMs: 10_000, outputBytes: 1_000 }, null);
}

const commands = await inTurns(COMMANDS, {
	"spawn bash": bare,
	none: await commandsAt(noIsolation),
	bwrap: await commandsAt(bwrapIsolation()),
});
const spawned = commands.get("spawn bash");
printTable(
	"isolation",
	Array.from(commands, ([level, ms]) => ({ "a command": level, "wall ms": figure(ms), "× spawn": figure(ms / spawned) })),
);

for (const files of [50, 5_000]) {
	const fixture = join(scratch, String(files));
	mkdirSync(fixture);
	for (let file = 0; file < files; file += 1) writeFileSync(join(fixture, `file-${file}.txt`), `${file}\n`.repeat(100));
	const copy = join(scratch, "copy");
	const staged = await inTurns(COPIES, {
		"cp -a and rm -r": () => {
			execFileSync("cp", ["-a", fixture, copy]);
			execFileSync("rm", ["-r", copy]);
		},
		"stage and dispose": async () => (await stageWorkspace({ fixture })).dispose(),
	});
	const plain = staged.get("cp -a and rm -r");
	printTable(
		"isolation",
		Array.from(staged, ([way, ms]) => ({ [`${files} files`]: way, "wall ms": figure(ms), "× cp": figure(ms / plain) })),
	);
}
process.exit();
