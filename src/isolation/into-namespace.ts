import { spawnSync } from "node:child_process";
import type { ProcessCommand } from "./command.ts";
import { findProgram } from "./find-program.ts";
import { askHarness } from "./lifeline.ts";
import { ARGUMENTS_FD, LIFELINE_FD } from "./namespace-tree.ts";

const TRY_MS = 5_000;
const CLOSED = `${LIFELINE_FD}>&- ${ARGUMENTS_FD}>&-`;

/** A shell that waits for the command: signals that a command sends to itself would do nothing to the first process of a namespace. */
const INIT = `${askHarness(LIFELINE_FD)} || exit; exec 5>&2 2>/dev/null; (exec "$@" 2>&5 5>&- ${CLOSED}); exit $?`;

type Wrap = (argv: readonly string[]) => ProcessCommand["argv"];

let known: Wrap | null | undefined;

/**
 * How a command comes into a PID namespace and nothing else: with the first process in it dies everything, wherever it moved and
 * whatever it wiped. Null where that cannot be, which is found out once, by trying: only root may, and not in every container.
 */
export function intoNamespace(): Wrap | null {
	if (known === undefined) known = findWrap();
	return known;
}

function findWrap(): Wrap | null {
	const [setpriv, unshare] = [findProgram("setpriv"), findProgram("unshare")];
	if (process.getuid?.() !== 0 || setpriv === null || unshare === null) return null;
	const enter = ["--pdeathsig", "KILL", "--", unshare, "--pid", "--fork", "--kill-child", "--mount-proc", "--", "/bin/sh", "-c"];
	const { status } = spawnSync(setpriv, [...enter, "[ $$ = 1 ] && [ -d /proc/1 ]"], { env: {}, stdio: "ignore", timeout: TRY_MS });
	return status === 0 ? (argv) => [setpriv, ...enter, INIT, "sh", ...argv] : null;
}
