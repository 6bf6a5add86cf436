import { exitCodeOf } from "../app/exit-code.ts";
import type { WrittenReports } from "../app/write-reports.ts";
import { prettyJson } from "../core/json.ts";
import { ungradedOf } from "../report/counts.ts";
import { summaryText, verdictOf } from "../view/summary.ts";
import type { Arguments, Io } from "./option.ts";
import { shortPath } from "./short-path.ts";

export type Told = WrittenReports & { readonly directory: string; readonly suite: string };
export type Telling = { readonly isSilent: boolean; readonly exitCode: number | null };

/** Says what a run came to, prints it where `--json` asks for it, and returns the exit code: a signal's before any other. */
export function tellResult({ card: file, ...result }: Told, args: Arguments, io: Io & Telling): number {
	const { counts } = result.tally.all;
	const code = io.exitCode ?? exitCodeOf(counts);
	const card = shortPath(io.cwd, file);
	if (!io.isSilent) io.say(summaryText({ ...result, card, isKept: args.flag("keep-workspaces") }));
	if (args.flag("json")) {
		const { directory, sha256, complete, reason } = result;
		const { planned, passed, failed } = counts;
		const numbers = { planned, passed, failed, ungraded: ungradedOf(counts) };
		io.print(
			prettyJson({ verdict: verdictOf(counts), exit_code: code, ...numbers, complete, reason, run: directory, scorecard: card, sha256 }),
		);
	}
	return code;
}
