import { resolve } from "node:path";
import { openSuite } from "../app/open-suite.ts";
import { beginningOf } from "../app/resume.ts";
import { newestRun } from "../app/run-directory.ts";
import { usageError } from "../core/error.ts";
import { withAsked } from "./asked.ts";
import { NEWEST } from "./bare-value.ts";
import type { Arguments, Io } from "./option.ts";

/** Under `--resume`, what is given over what the run was begun with, and `resume` its folder; else what is given. Throws a UsageError. */
export async function resumedArguments(args: Arguments, io: Io): Promise<Arguments> {
	const asked = args.text("resume");
	if (asked === null) return args;
	const folder = await folderOf(asked, args, io);
	const begun = folder === null ? null : await beginningOf(folder);
	const words = begun === null ? args : withAsked(args, begun.flags);
	const own = { resume: folder, out: null, config: args.text("config") ?? begun?.config ?? null };
	return { ...words, text: (name) => (name === "resume" || name === "out" || name === "config" ? own[name] : words.text(name)) };
}

/** Null where there is nothing to go on with. */
async function folderOf(asked: string, args: Arguments, { cwd }: Io): Promise<string | null> {
	const out = args.text("out");
	if (asked !== NEWEST && out !== null) throw usageError("--resume and -o each name a run folder", "give one of them");
	if (asked !== NEWEST) return resolve(cwd, asked);
	if (out !== null) return resolve(cwd, out);
	const { config } = await openSuite(args.text("config"), { cwd });
	return newestRun(config.reportsDir);
}
