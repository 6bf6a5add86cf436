import { access, constants, realpath, stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { messageOf } from "../../core/error.ts";
import type { Complaint } from "../problem/finding.ts";

/** A file or folder that a case names, or why it cannot be used. */
export type SuiteFile =
	| { readonly ok: true; readonly path: string; readonly kind: "file" | "folder"; readonly executable: boolean }
	| { readonly ok: false; readonly complaint: Complaint };

/** Finds what a case names relative to its folder. Nothing outside the suite counts: a suite is one folder, whole. */
export async function findSuiteFile(root: string, folder: string, name: string): Promise<SuiteFile> {
	const path = resolve(folder, name);
	try {
		if (isOutside(await realpath(root), await realpath(path)))
			return refused(`"${name}" lies outside the suite`, "move it below assay.yaml");
		const stats = await stat(path);
		await access(path, constants.R_OK);
		if (stats.isDirectory()) return { ok: true, path, kind: "folder", executable: false };
		if (!stats.isFile()) return refused(`"${name}" is neither a file nor a folder`, "name a file");
		return { ok: true, path, kind: "file", executable: (stats.mode & 0o111) !== 0 };
	} catch (error) {
		const isMissing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
		if (isMissing) return refused(`there is no "${name}"`, "write its path relative to the case file");
		return refused(`"${name}" cannot be read: ${messageOf(error)}`, "make it readable");
	}
}

export function isOutside(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return way === ".." || way.startsWith(`..${sep}`);
}

function refused(what: string, remedy: string): SuiteFile {
	return { ok: false, complaint: { what, remedy } };
}
