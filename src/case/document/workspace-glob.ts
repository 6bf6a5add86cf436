import { type GlobFault, globFault, MOST_ALTERNATIVES, MOST_GLOB_CHARACTERS } from "../../core/glob.ts";
import { shown } from "../problem/issue.ts";
import { isInnerGlob } from "../text/inner-path.ts";

/** What is wrong with a glob over what must stay in a workspace: `what; remedy`, or null. */
export function watchedGlobFault(glob: string): string | null {
	if (glob.startsWith("!")) return `names what may change, not what may not: ${shown(glob)}; name the files that must stay`;
	return workspaceGlobFault(glob);
}

/** The same of a glob over what a workspace diff leaves out. */
export function ignoredGlobFault(glob: string): string | null {
	if (glob.startsWith("!")) return `names what is kept, not what is left out: ${shown(glob)}; name what the diff is to leave out`;
	return workspaceGlobFault(glob);
}

const FAULTS: Readonly<Record<GlobFault, string>> = {
	group: "has a group such as (a|b) or +(a): {}; write {a,b}, and \\( for a parenthesis",
	length: `has more than ${MOST_GLOB_CHARACTERS} characters; write several shorter ones`,
	alternatives: `stands for more than ${MOST_ALTERNATIVES} globs: {}; write several in a list`,
	stars: "would take for ever on a long name: {}; keep to 3 * in a name and 3 ** in all, fewer where both meet",
};

/** Names in a workspace are a model's choice, so a glob may neither be unable to match one nor take for ever to. */
function workspaceGlobFault(glob: string): string | null {
	if (!isInnerGlob(glob)) return `must be a glob that stays inside, not ${shown(glob)}; write it relative and without ..`;
	if (!namesPath(glob)) return `matches no path: ${shown(glob)}; write paths relative to the workspace, or ** for all of it`;
	const fault = globFault(glob);
	return fault === null ? null : FAULTS[fault].replace("{}", () => shown(glob));
}

function namesPath(glob: string): boolean {
	const names = glob.replace(/^\.\//, "").replace(/\/+$/, "").split("/");
	return names.every((name) => name !== "" && name !== ".");
}
