import { killNow, type Tree } from "./tree.ts";

const running = new Map<Tree, number>();

/** From the start of a command to the death of its tree. A harness that exits meanwhile takes the tree with it. */
export function track(tree: Tree, leader: number): void {
	if (!process.listeners("exit").includes(killRunning)) process.on("exit", killRunning);
	running.set(tree, leader);
}

export function untrack(tree: Tree): void {
	running.delete(tree);
}

function killRunning(): void {
	for (const [tree, leader] of running) killNow(tree, leader);
}
