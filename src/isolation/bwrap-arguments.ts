import { lstatSync, readlinkSync } from "node:fs";
import type { Command } from "./command.ts";
import { INSIDE } from "./inside.ts";
import { foldersOf } from "./places.ts";

/** Everyone inside is this user, whoever started the sandbox: what a command prints of it never varies. */
const USER = "1000";

/** Bound read-only, where they are. */
const SYSTEM: readonly string[] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix"];

const NAMESPACES: readonly string[] = [
	...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--unshare-cgroup-try"],
	...["--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox"],
	...["--uid", USER, "--gid", USER],
];

/** What bwrap is told for one command: no capability, no network, a read-only system, and of all that can be written only the trial's own. */
export function bwrapArguments(workspace: string, as: Command["as"], readable: readonly string[]): readonly string[] {
	const { home, tmp } = foldersOf(workspace, as);
	return [
		...NAMESPACES,
		...SYSTEM.flatMap(systemFolder),
		...readable.flatMap((path) => ["--ro-bind-try", path, path]),
		...["--proc", "/proc", "--dev", "/dev"],
		...["--bind", workspace, INSIDE.workspace, "--bind", home, INSIDE.home, "--bind", tmp, INSIDE.tmp, "--bind", tmp, "/tmp"],
		...["--chdir", INSIDE.workspace, "--remount-ro", "/"],
	];
}

/** A link of the system (`/bin` to `usr/bin`) stays one. */
function systemFolder(path: string): readonly string[] {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return [];
	return stat.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}
