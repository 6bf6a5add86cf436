// The least that a batch does for N trials: `node floor.mjs N FOLDER [FIXTURE]`. A slot of p-limit, a private folder, the
// fixture's files, one line of JSON, the folder gone. No loading, kernel, recording, sync, digest, grade or card.
import { appendFile, copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import pLimit from "p-limit";

const [count, folder, fixture] = process.argv.slice(2);
const limit = pLimit(4);

async function playTrial(trial) {
	const workspace = await mkdtemp(join(folder, "trial-"));
	if (fixture !== undefined) await copyInto(workspace);
	await appendFile(join(folder, "lines.jsonl"), `${JSON.stringify({ trial, passed: true })}\n`);
	await rm(workspace, { recursive: true });
}

async function copyInto(workspace) {
	const entries = await readdir(fixture, { recursive: true, withFileTypes: true });
	for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
		const below = join(workspace, parentPath.slice(fixture.length));
		await mkdir(below, { recursive: true });
		await copyFile(join(parentPath, name), join(below, name));
	}
}

await mkdir(dirname(join(folder, "lines.jsonl")), { recursive: true });
await Promise.all(Array.from({ length: Number(count) }, (_, trial) => limit(() => playTrial(trial))));
