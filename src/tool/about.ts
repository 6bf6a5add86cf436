import type { CallSubject } from "../agent/permission-rule.ts";
import { locate, relativePath } from "../workspace/jail.ts";
import type { BoundWorkspace } from "./define.ts";

/** The path that a call is about, from the workspace's root, without dots and links; null where it leads nowhere in the jail. */
export async function aboutPath({ jail }: BoundWorkspace, { path }: { readonly path: string }): Promise<CallSubject | null> {
	const place = await locate(jail, path);
	if (!place.ok) return null;
	const { path: real, missing } = place.value;
	return { kind: "path", text: relativePath(jail, [real, ...missing].join("/")) };
}
