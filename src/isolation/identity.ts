import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { INSIDE } from "./inside.ts";

/** Everyone inside is this user, whoever started the sandbox: what a command prints of it never varies. */
export const AGENT = 1000;

/** Files that say who and where one is: inside they are the same on every machine. Owners that have no number there are nobody. */
const FILES: Readonly<Record<string, string>> = {
	passwd: `agent:x:${AGENT}:${AGENT}:agent:${INSIDE.home}:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
	group: `agent:x:${AGENT}:\nnogroup:x:65534:\n`,
	hostname: "sandbox\n",
	hosts: "127.0.0.1 localhost sandbox\n::1 localhost\n",
	"machine-id": `${"0".repeat(32)}\n`,
};

type Identity = { readonly path: string; readonly at: string };

/** Where they lie beside a workspace, and what they stand in for: nothing can be laid over a file that a system does not have. */
export function identityFiles(workspace: string): readonly Identity[] {
	return Object.keys(FILES)
		.map((name) => ({ path: join(folderOf(workspace), name), at: `/etc/${name}` }))
		.filter(({ at }) => existsSync(at));
}

export function writeIdentity(workspace: string): void {
	mkdirSync(folderOf(workspace), { recursive: true, mode: 0o755 });
	for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folderOf(workspace), name), text, { mode: 0o644 });
}

function folderOf(workspace: string): string {
	return join(dirname(workspace), "etc");
}
