import { bwrapArguments } from "./bwrap-arguments.ts";
import { type Cgroup, makeCgroup } from "./cgroup.ts";
import type { Command, Isolation, ProcessCommand, Sandbox, SandboxReport, UserIds } from "./command.ts";
import { commandEnvironment } from "./environment.ts";
import { INSIDE } from "./inside.ts";
import { DEFAULT_LIMITS, limited, type SandboxLimits } from "./limits.ts";
import { ARGUMENTS_FD, INFO_FD, namespaceTree } from "./namespace-tree.ts";
import { placesOf } from "./places.ts";
import { runProcess } from "./run-process.ts";
import { UserSlots } from "./slots.ts";

export type BwrapOptions = {
	/** Folders that commands may read beside the system's, where they are. */
	readonly readable?: readonly string[];
	readonly limits?: SandboxLimits;
};

/**
 * Commands in bubblewrap: no network, no capability, no other process, nothing to write but the trial's own folders. As root
 * it is started under a user id of the trial's own, since one that root starts does not contain (spec/dependencies §0).
 */
export function bwrapIsolation({ readable = [], limits = DEFAULT_LIMITS }: BwrapOptions = {}): Isolation {
	const slots = process.getuid?.() === 0 ? new UserSlots() : null;
	return { level: "bwrap", open: (workspace) => openSandbox({ workspace, readable, limits, slots }) };
}

type Opening = Required<BwrapOptions> & { readonly workspace: string; readonly slots: UserSlots | null };

function openSandbox({ workspace, readable, limits, slots }: Opening): Sandbox {
	const owner = slots?.take() ?? null;
	let group: Cgroup | null | undefined;
	let report: SandboxReport | null = null;
	return {
		owner,
		run: (command, signal) => {
			group ??= makeCgroup(limits);
			const process = processOf(command, { limits, owner, group, workspace });
			return runProcess(process, signal, namespaceTree(bwrapArguments(workspace, command.as, readable)));
		},
		close: () => {
			report ??= letGo(group ?? null, () => (owner === null ? undefined : slots?.giveBack(owner)));
			return report;
		},
	};
}

function letGo(group: Cgroup | null, giveBack: () => void): SandboxReport {
	const peakBytes = group?.peakBytes() ?? null;
	group?.remove();
	giveBack();
	return { peakBytes };
}

type Around = {
	readonly limits: SandboxLimits;
	readonly owner: UserIds | null;
	readonly group: Cgroup | null;
	readonly workspace: string;
};

function processOf({ argv, timeoutMs, outputBytes }: Command, { limits, owner, group, workspace }: Around): ProcessCommand {
	const sandbox = [...limited(limits), "bwrap", "--info-fd", String(INFO_FD), "--args", String(ARGUMENTS_FD), "--", ...argv];
	return {
		argv: joining(group, owner, sandbox),
		cwd: "/",
		env: commandEnvironment({ workspace: INSIDE.workspace, folders: INSIDE }),
		...(group === null && owner !== null ? { user: owner } : {}),
		names: placesOf(workspace),
		timeoutMs,
		outputBytes,
	};
}

/** Joins the groups while it is still root, then becomes the trial's user: no process of the trial is ever outside of them. */
const JOIN = 'while [ "$1" != -- ]; do echo 0 > "$1/cgroup.procs" || exit 125; shift; done; shift; exec "$@"';

function joining(group: Cgroup | null, owner: UserIds | null, argv: readonly string[]): ProcessCommand["argv"] {
	if (group === null) return asArgv(argv);
	const drop = owner === null ? [] : ["setpriv", `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--"];
	return ["sh", "-c", JOIN, "sh", ...group.folders, "--", ...drop, ...argv];
}

function asArgv([file = "", ...rest]: readonly string[]): ProcessCommand["argv"] {
	return [file, ...rest];
}
