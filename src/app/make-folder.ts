import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder and those above it, one by one: Node's `recursive` spins for ever where one cannot be made, as below /proc. */
export async function makeFolder(path: string): Promise<void> {
	if (await isFolder(path)) return;
	if (dirname(path) !== path) await makeFolder(dirname(path));
	try {
		await mkdir(path);
	} catch (error) {
		// Somebody else may have made it meanwhile.
		if (!(await isFolder(path))) throw error;
	}
}

async function isFolder(path: string): Promise<boolean> {
	const stats = await stat(path).catch(() => null);
	return stats?.isDirectory() ?? false;
}
