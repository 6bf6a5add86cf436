import { mountArguments } from "./bwrap-arguments.ts";
import { bwrapCommand } from "./bwrap-command.ts";
import { type Cgroup, makeCgroup } from "./cgroup.ts";
import type { Isolation, Sandbox, SandboxReport, UserIds } from "./command.ts";
import { missingProgram } from "./find-program.ts";
import { writeIdentity } from "./identity.ts";
import { DEFAULT_LIMITS, type SandboxLimits } from "./limits.ts";
import { namespaceTree } from "./namespace-tree.ts";
import { runProcess } from "./run-process.ts";
import { endAllOf, UserSlots } from "./slots.ts";

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
	writeIdentity(workspace);
	return {
		owner,
		run: async (command, signal) => {
			if (group === undefined) group = makeCgroup(limits);
			const process = bwrapCommand(command, { limits, owner, group, workspace });
			const tree = namespaceTree(mountArguments(workspace, command.as, readable));
			return missingProgram(command.argv[0], process.env) ?? (await runProcess(process, signal, tree));
		},
		close: () => {
			report ??= letGo(group, owner, slots);
			return report;
		},
	};
}

/** A user id under which something still runs is no other trial's. Without a group (undefined) there was no command. */
function letGo(group: Cgroup | null | undefined, owner: UserIds | null, slots: UserSlots | null): SandboxReport {
	const peakBytes = group?.peakBytes() ?? null;
	if (owner === null) group?.remove();
	else if (group === undefined || group?.remove() === true || endAllOf(owner)) slots?.giveBack(owner);
	return { peakBytes };
}
