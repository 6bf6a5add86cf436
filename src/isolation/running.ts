import type { ProcessTree } from "./process-tree.ts";

const running = new Set<ProcessTree>();

/** From the start of a program to the death of its tree. A harness that exits meanwhile takes the tree with it. */
export function track(tree: ProcessTree): void {
	if (!process.listeners("exit").includes(killRunning)) process.on("exit", killRunning);
	running.add(tree);
}

export function untrack(tree: ProcessTree): void {
	running.delete(tree);
}

function killRunning(): void {
	for (const tree of running) tree.killNow();
}
