import { lstatSync, readlinkSync } from "node:fs";
import type { Command } from "./command.ts";
import { AGENT, identityFiles } from "./identity.ts";
import { INSIDE } from "./inside.ts";
import { foldersOf } from "./places.ts";

/** Bound read-only, where they are. */
const SYSTEM: readonly string[] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix"];

const SHARED_MEMORY_BYTES = 64 * 1024 ** 2;

/**
 * Said on the command line: they name nothing of this machine, and a bwrap that is told no more, since its harness died, then
 * has no system to start a command from.
 */
export const NAMESPACES: readonly string[] = [
	...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--unshare-cgroup-try"],
	...["--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox"],
	...["--uid", String(AGENT), "--gid", String(AGENT)],
];

/** What a command finds in its sandbox: a read-only system, and of all that can be written only the trial's own. */
export function mountArguments(workspace: string, as: Command["as"], readable: readonly string[]): readonly string[] {
	const { home, tmp } = foldersOf(workspace, as);
	return [
		...SYSTEM.flatMap(systemFolder),
		...identityFiles(workspace).flatMap(({ path, at }) => ["--ro-bind", path, at]),
		...readable.flatMap((path) => ["--ro-bind-try", path, path]),
		...["--proc", "/proc", "--dev", "/dev", "--size", String(SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"],
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
