import { NAMESPACES } from "./bwrap-arguments.ts";
import type { Cgroup } from "./cgroup.ts";
import type { Command, ProcessCommand, UserIds } from "./command.ts";
import { commandEnvironment } from "./environment.ts";
import { INSIDE } from "./inside.ts";
import { askHarness } from "./lifeline.ts";
import { memoryUlimit, type SandboxLimits, ulimits } from "./limits.ts";
import { ARGUMENTS_FD, LIFELINE_FD } from "./namespace-tree.ts";
import { placesOf } from "./places.ts";

export type Around = {
	readonly limits: SandboxLimits;
	/** Who it becomes, where the harness is root. */
	readonly owner: UserIds | null;
	readonly group: Cgroup | null;
	readonly workspace: string;
};

/** One command in bubblewrap, as this machine runs it. */
export function bwrapCommand({ argv, timeoutMs, outputBytes }: Command, around: Around): ProcessCommand {
	return {
		argv: joined(around, ["bwrap", ...NAMESPACES, "--args", `${ARGUMENTS_FD}`, "--", ...bounded(around, argv)]),
		cwd: "/",
		env: commandEnvironment({ workspace: INSIDE.workspace, folders: INSIDE }),
		...(around.group === null && around.owner !== null ? { user: around.owner } : {}),
		names: placesOf(around.workspace),
		timeoutMs,
		outputBytes,
	};
}

/** Bounded from within: processes are then counted for this sandbox alone, not with all that the harness's user has. */
function bounded({ limits, group }: Around, argv: Command["argv"]): readonly string[] {
	const words = [ulimits(limits), ...(group === null ? [memoryUlimit(limits)] : [])].join(" && ");
	return ["/bin/sh", "-c", `${askHarness(LIFELINE_FD)} && ${words} && exec "$@" ${LIFELINE_FD}>&-`, "sh", ...argv];
}

/** Joins the groups while it is still root, then becomes the trial's user: no process of the trial is ever outside of them. */
const JOIN = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"';

function joined({ group, owner }: Around, argv: readonly string[]): ProcessCommand["argv"] {
	if (group === null) return asArgv(argv);
	const drop = owner === null ? [] : ["setpriv", `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--"];
	return ["sh", "-c", JOIN, "sh", ...group.doors, "--", ...drop, ...argv];
}

function asArgv([file = "", ...rest]: readonly string[]): ProcessCommand["argv"] {
	return [file, ...rest];
}
