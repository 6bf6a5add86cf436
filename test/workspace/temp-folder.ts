import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type TempFolder = { readonly path: string; readonly [Symbol.asyncDispose]: () => Promise<void> };

/** A folder of a test's own with these files, by relative path. */
export async function tempFolder(files: Readonly<Record<string, string>> = {}): Promise<TempFolder> {
	const path = await realpath(await mkdtemp(join(tmpdir(), "workspace-test-")));
	for (const [name, content] of Object.entries(files)) {
		await mkdir(dirname(join(path, name)), { recursive: true });
		await writeFile(join(path, name), content);
	}
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The bytes of a path, for names that are no UTF-8. */
export function bytePath(folder: string, ...name: readonly number[]): Buffer {
	return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
}
