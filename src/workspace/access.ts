import { chmod } from "node:fs/promises";

/** What an owner needs to read a file, and to list and enter a folder. */
export const READ = 0o400;
export const LIST = 0o500;

export type Guarded = { readonly path: Buffer; readonly mode: number; readonly needs: number };

/** Runs an action on an entry that its owner may have closed, which is opened for as long as it lasts: nothing hides by chmod. */
export async function withAccess<T>({ path, mode, needs }: Guarded, action: () => Promise<T>): Promise<T> {
	if ((mode & needs) === needs) return await action();
	await chmod(path, mode | needs);
	try {
		return await action();
	} finally {
		await chmod(path, mode);
	}
}
