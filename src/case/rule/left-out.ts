import { alternativesOf, globMatcher } from "../../core/glob.ts";

/** Whether a glob can only match what a suite's workspace diff leaves out. */
export type LeavesOut = (glob: string) => boolean;

/** What stands for a star: no name of an ignore list is made of these. */
const NAMES = ["", "\u0001", "\u0001\u0002"] as const;
const FOLDERS = ["", "\u0003/", "\u0003/\u0004/"] as const;

/** By the globs of a diff's `ignore`, each of which takes all that lies below its matches with it. */
export function leftOutBy(ignore: readonly string[]): LeavesOut {
	const isIgnored = globMatcher(
		ignore.map((glob) => glob.replace(/(?<=.)\/+$/, "")).map((glob) => (glob.includes("/") ? glob : `**/${glob}`)),
	);
	const known = new Map<string, boolean>();
	return (glob) => {
		const leftOut = known.get(glob) ?? samplesOf(glob).every((path) => foldersTo(path).some(isIgnored));
		known.set(glob, leftOut);
		return leftOut;
	};
}

/** Paths that a glob matches, such that a list that ignores all of them ignores whatever it matches. */
function samplesOf(glob: string): readonly string[] {
	const globs = [...alternativesOf(glob.replace(/^\.\//, "").replace(/\/+$/, ""))];
	const paths = globs.flatMap((one) => FOLDERS.flatMap((folders) => NAMES.map((name) => filled(one, folders, name))));
	return paths.filter((path) => path.split("/").every((name) => name !== ""));
}

/** `**` at the end of a glob is any path: some folders, and a name. */
function filled(glob: string, folders: string, name: string): string {
	const whole = glob.replace(/(^|\/)\*\*$/, "$1**/*").replace(/\*\*\//g, folders);
	return whole.replace(/\*+/g, name).replace(/\?/g, "\u0001");
}

function foldersTo(path: string): readonly string[] {
	const names = path.split("/");
	return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
