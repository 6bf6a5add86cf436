import { chmodSync, lchownSync, lstatSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { UserIds } from "../isolation/command.ts";
import { startSlices } from "./pause.ts";
import type { Workspace } from "./stage.ts";

/** Gives a trial's folders to the user that its commands run as, who must also be able to come to them. */
export async function handOver({ root, home, tmp }: Workspace, owner: UserIds): Promise<void> {
	chmodSync(dirname(root), 0o711);
	const pause = startSlices();
	for (const folder of [root, home, tmp]) await giveTree(folder, owner, pause);
}

async function giveTree(path: string, { uid, gid }: UserIds, pause: () => Promise<void> | null): Promise<void> {
	lchownSync(path, uid, gid);
	for (const entry of readdirSync(path, { withFileTypes: true })) {
		const inner = `${path}/${entry.name}`;
		if (entry.isDirectory()) await giveTree(inner, { uid, gid }, pause);
		else lchownSync(inner, uid, gid);
		await pause();
	}
}

/** Who has a workspace, where that is not who the harness is: what the harness makes in it must be theirs too. */
export function ownerOf(root: string): UserIds | null {
	if (process.geteuid?.() !== 0) return null;
	const { uid, gid } = lstatSync(root);
	return uid === 0 ? null : { uid, gid };
}

export function giveTo(owner: UserIds | null, path: string): void {
	if (owner !== null) lchownSync(path, owner.uid, owner.gid);
}
