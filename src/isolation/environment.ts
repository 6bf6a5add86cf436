import { delimiter, isAbsolute } from "node:path";
import type { PrivateFolders } from "./places.ts";

/** All that a command of a trial may see: an allow list, so no variable of the harness leaks and every machine gives the same. */
export type CommandPlace = { readonly workspace: string; readonly folders: PrivateFolders };

export function commandEnvironment({ workspace, folders }: CommandPlace): Record<string, string> {
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
