import { realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute } from "node:path";
import type { UserIds } from "./command.ts";
import { runProcess } from "./run-process.ts";

/** What a sandbox has anyway. */
const SYSTEM = /^\/(usr|bin|sbin|lib|lib32|lib64|libx32|opt|etc|nix)(\/|$)/;

/** Folders that programs on PATH need and that the system's own do not hold, such as those of a version manager below a home. */
export function foldersOfPath(path: string, home: string): readonly string[] {
	const entries = path.split(delimiter).filter((entry) => isAbsolute(entry) && !SYSTEM.test(entry));
	return [...new Set(entries.map((entry) => withNeighbours(entry, home)))];
}

/** `bin` reaches into the folders beside it (`../lib/node_modules`), but a whole home is nobody's neighbour. */
function withNeighbours(entry: string, home: string): string {
	const parent = dirname(entry);
	const holdsHome = parent === home || home.startsWith(parent === "/" ? "/" : `${parent}/`);
	return basename(entry) === "bin" && !holdsHome ? parent : entry;
}

/**
 * Those of these folders that a user can come to, by the names that they are called by and by their own: bwrap refuses to start
 * over one that is closed to it.
 */
export async function reachable(paths: readonly string[], user: UserIds | null): Promise<readonly string[]> {
	if (paths.length === 0) return [];
	const { output } = await runProcess(
		{
			argv: [
				"sh",
				"-c",
				'for p; do [ -d "$p" ] && [ -x "$p" ] && [ -r "$p" ] && printf "%s\\n" "$p"; done; true',
				"sh",
				...new Set(paths.flatMap((path) => [path, real(path)])),
			],
			cwd: "/",
			env: { PATH: "/usr/bin:/bin" },
			...(user === null ? {} : { user }),
			timeoutMs: 5_000,
			names: [],
			outputBytes: 1_000_000,
		},
		null,
	);
	return output.split("\n").filter((line) => line !== "");
}

function real(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}
