import type { Replacement } from "../core/scrub.ts";
import type { PrivateFolders } from "./places.ts";

/** The places of a trial as its commands see them where there is isolation: the same for every trial, on every machine. */
export const INSIDE: PrivateFolders & { readonly workspace: string } = {
	workspace: "/assay/workspace",
	home: "/assay/home",
	tmp: "/assay/tmp",
};

/** What stands for them in every text, as for the real ones. */
export const INSIDE_NAMES: readonly Replacement[] = [
	{ find: INSIDE.workspace, replace: "$WORKSPACE" },
	{ find: INSIDE.home, replace: "$HOME" },
	{ find: INSIDE.tmp, replace: "$TMPDIR" },
];
