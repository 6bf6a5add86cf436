// The least that a batch does for N trials: `node test/bench/floor.mjs N FOLDER [FIXTURE]`. For each a slot of p-limit, a
// private folder, the fixture's files, one line of JSON, the folder gone. No kernel, recording, sync, digest, grade or card.
import { appendFile, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";

const [trials, folder, fixture] = process.argv.slice(2);
const limit = pLimit(4);

async function playTrial(trial) {
	const workspace = await mkdtemp(join(folder, "trial-"));
	if (fixture !== undefined) await cp(fixture, workspace, { recursive: true });
	await appendFile(join(folder, "lines.jsonl"), `${JSON.stringify({ trial, passed: true })}\n`);
	await rm(workspace, { recursive: true });
}

await mkdir(folder);
await Promise.all(Array.from({ length: Number(trials) }, (_, trial) => limit(() => playTrial(trial))));
