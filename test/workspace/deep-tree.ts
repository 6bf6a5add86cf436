import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../support/temp-folder.ts";

export const DEPTH = 3_000;
const STEP = 200;
const SLASH = 0x2f;
/** Makes the folders in steps that one path can still say, and a file in the last. The name may be octal escapes. */
const SCRIPT = `cd "$1"; name=$(printf "$2"); steps=$(printf "$name/%.0s" $(seq ${STEP}))
for step in $(seq ${DEPTH / STEP}); do mkdir -p "$steps" && cd -P "$steps" || exit 1; done; echo deep >x; eval "$3"`;

export type DeepTree = AsyncDisposable & { readonly path: string; readonly root: string };

/** A tree deeper than any path can say: `closing` is run in its last folder. */
export async function deepTree(name = "d", closing = ""): Promise<DeepTree> {
	const { path } = await tempFolder();
	const root = join(path, "root");
	mkdirSync(root);
	growDeep(root, name, closing);
	// `rm` goes down folder by folder; what is tested here must not clean up after itself.
	return { path, root, [Symbol.asyncDispose]: async () => void execFileSync("rm", ["-rf", path]) };
}

function growDeep(root: string, name = "d", closing = ""): void {
	execFileSync("sh", ["-c", SCRIPT, "sh", root, name, closing], { stdio: "ignore" });
}

/** How many folders down its file is. */
export function depthOf(root: string): number {
	const found = execFileSync("find", [root, "-name", "x"]).subarray(root.length);
	return found.filter((byte) => byte === SLASH).length - 1;
}
