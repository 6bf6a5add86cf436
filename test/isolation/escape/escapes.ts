import { BESIDE } from "./beside.ts";
import { BOMBS } from "./bombs.ts";
import { type Ground, onGround } from "./ground.ts";
import { KERNEL } from "./kernel.ts";

/** What a command tries, by what comes of it. Throws where it comes out. */
export type Escapes = Readonly<Record<string, (ground: Ground) => Promise<void>>>;

export const ESCAPES: Escapes = { ...KERNEL, ...BESIDE, ...BOMBS };

export async function tryEscape(title: string): Promise<void> {
	const attempt = ESCAPES[title];
	if (attempt === undefined) throw new Error(`no attempt: ${title}`);
	await onGround(attempt);
}
