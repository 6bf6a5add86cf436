import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Files by path; a text that begins with `-> ` is a link to the rest of it. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export type TempFolder = AsyncDisposable & { readonly path: string };

/** A folder of a test's own with these files, gone when the test ends. */
export async function tempFolder(files: Files = {}): Promise<TempFolder> {
	const path = await realpath(await mkdtemp(join(tmpdir(), "assay-test-")));
	await writeFiles(path, files);
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
	for (const [name, content] of Object.entries(files)) {
		const file = join(folder, name);
		await mkdir(dirname(file), { recursive: true });
		if (typeof content === "string" && content.startsWith("-> ")) await symlink(content.slice(3), file);
		else await writeFile(file, content);
	}
}

/** The bytes of a path, for names that are no UTF-8. */
export function bytePath(folder: string, ...name: readonly number[]): Buffer {
	return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
}
