import { delimiter, dirname, isAbsolute, join } from "node:path";

/** Folders beside a workspace, so that what tools leave in them shows in no diff. */
export type PrivateFolders = { readonly home: string; readonly tmp: string };

export function privateFolders(workspace: string): PrivateFolders {
	const parent = dirname(workspace);
	return { home: join(parent, "home"), tmp: join(parent, "tmp") };
}

/** Those of graders: what an agent left in its own home (`.npmrc`, `.gitconfig`) shows in no diff and may not speak for it. */
export function graderFolders(workspace: string): PrivateFolders {
	const parent = dirname(workspace);
	return { home: join(parent, "grader-home"), tmp: join(parent, "grader-tmp") };
}

/** All that a command of a trial may see: an allow list, so no variable of the harness leaks and every machine gives the same. */
export type CommandPlace = { readonly workspace: string; readonly folders?: PrivateFolders };

export function commandEnvironment({ workspace, folders = privateFolders(workspace) }: CommandPlace): Record<string, string> {
	const { home, tmp } = folders;
	return {
		PATH: searchPath(process.env.PATH),
		HOME: home,
		TMPDIR: tmp,
		LC_ALL: "C.UTF-8",
		LANG: "C.UTF-8",
		TZ: "UTC",
		TERM: "dumb",
		CI: "true",
		NO_COLOR: "1",
		WORKSPACE: workspace,
	};
}

/** The harness's own, without entries that would mean another folder in each workspace. */
function searchPath(path: string | undefined): string {
	const entries = (path ?? "").split(delimiter).filter(isAbsolute);
	return entries.length > 0 ? entries.join(delimiter) : "/usr/local/bin:/usr/bin:/bin";
}
