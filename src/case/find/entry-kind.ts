import { lstat, stat } from "node:fs/promises";

/** What stands at a path, links followed; null when nothing does. */
export async function kindOf(path: string): Promise<"file" | "folder" | "other" | null> {
	const stats = await stat(path).catch(() => null);
	if (stats?.isFile()) return "file";
	if (stats?.isDirectory()) return "folder";
	return stats === null ? null : "other";
}

export async function isLink(path: string): Promise<boolean> {
	const stats = await lstat(path).catch(() => null);
	return stats?.isSymbolicLink() ?? false;
}
