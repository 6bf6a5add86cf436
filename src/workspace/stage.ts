import { tmpdir } from "node:os";
import { join } from "node:path";
import { dirSync, setGracefulCleanup } from "tmp-promise";
import { type Problem, UsageError } from "../core/error.ts";
import { privateFolders } from "../isolation/places.ts";
import { codeOf } from "../isolation/system-error.ts";
import { copyFixture, makeFolder } from "./copy.ts";
import { readFixture } from "./fixture-tree.ts";
import { removeTree } from "./remove.ts";

/** One trial's own place: the workspace and, beside it, what its commands have for HOME and TMPDIR. All paths canonical. */
export type Workspace = {
	readonly root: string;
	readonly home: string;
	readonly tmp: string;
	/** Removes all three. A second call does nothing. */
	readonly dispose: () => Promise<void>;
	readonly [Symbol.asyncDispose]: () => Promise<void>;
};

export type StageOptions = {
	/** The folder to copy; null is an empty workspace. */
	readonly fixture: string | null;
	/** Where the private directory is made; else the system's own place. */
	readonly parent?: string;
	/** Left behind when the harness exits, unless it was disposed of before. */
	readonly keep?: boolean;
};

// What a harness that exits left undisposed is still removed.
setGracefulCleanup();

export async function stageWorkspace({ fixture, parent = tmpdir(), keep = false }: StageOptions): Promise<Workspace> {
	// Synchronous, as all that staging does: see pause.ts.
	const { name: path, removeCallback } = dirSync({ prefix: "assay", tmpdir: parent, keep, unsafeCleanup: true });
	const root = join(path, "workspace");
	const folders = privateFolders(root);
	let disposal: Promise<void> | null = null;
	const dispose = (): Promise<void> => {
		disposal ??= removeTree(path).then(() => forgetRemoved(removeCallback));
		return disposal;
	};
	try {
		for (const folder of [root, folders.home, folders.tmp]) makeFolder(folder);
		if (fixture !== null) await fill(root, fixture);
		return { root, ...folders, dispose, [Symbol.asyncDispose]: dispose };
	} catch (error) {
		await dispose();
		throw error;
	}
}

/** Has tmp take a folder off its list of what to remove at exit. It knows no other way than to try, and throws since the folder is gone. */
function forgetRemoved(removeCallback: () => void): void {
	try {
		removeCallback();
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
	}
}

async function fill(root: string, fixture: string): Promise<void> {
	const tree = await readFixture(fixture);
	if (tree.problems.length > 0) throw new UsageError(tree.problems.map((what) => problemOf(fixture, what)));
	await copyFixture(tree, root);
}

function problemOf(fixture: string, what: string): Problem {
	return { file: fixture, line: null, column: null, what, remedy: "mend the fixture" };
}
