import type { Selection } from "../case/select.ts";
import type { Arguments, Io } from "./option.ts";

/** Which cases a command is about. */
export function selectionOf(args: Arguments, { cwd }: Io): Selection {
	return {
		cwd,
		paths: args.texts("paths"),
		tags: args.texts("tag"),
		notTags: args.texts("not-tag"),
		caseGlobs: args.texts("case"),
	};
}
