import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

/** A folder with so many entries that to walk it takes many slices of time. */
export async function crowdedFolder(): Promise<TempFolder & { readonly root: string }> {
	const folder = await tempFolder();
	const root = join(folder.path, "crowded");
	for (let index = 0; index < 1_500; index += 1) {
		if (index % 100 === 0) mkdirSync(join(root, `folder-${index}`), { recursive: true });
		writeFileSync(join(root, `folder-${index - (index % 100)}`, `file-${index}`), `${index}`);
	}
	return { ...folder, root };
}

/** How often others had their turn while a task ran. */
export async function turnsDuring(task: Promise<unknown>): Promise<number> {
	let turns = 0;
	let running = true;
	const ended = task.finally(() => {
		running = false;
	});
	for (; running; turns += 1) await setImmediate();
	await ended;
	return turns;
}
