import type { VerifyExpectation } from "../case/expectation.ts";
import { globMatcher } from "../core/glob.ts";
import { nameSome } from "../core/name-some.ts";
import type { CommandEvidence, Evidence } from "../recording/evidence.ts";
import type { WorkspaceChange } from "../workspace/change.ts";
import type { Finding } from "./grade.ts";
import { oneLine, quoted } from "./quote.ts";

/** Checks of what the run left behind. */

export function unchanged(globs: readonly string[], diff: Evidence["diff"]): Finding {
	const name = `unchanged:${globs.map(oneLine).join(",")}`;
	if (diff === null) return { name, passed: false, detail: "expected a workspace to compare; found none" };
	const matching = globMatcher(globs.flatMap(withContents));
	const touched = diff.filter((change) => matching(change.path));
	if (touched.length === 0) return { name, passed: true, detail: "no change" };
	return { name, passed: false, detail: `expected no change; found ${nameSome(touched.map(fateOf))}` };
}

/** A glob that names a folder means all that is in it. */
function withContents(glob: string): readonly string[] {
	const path = glob.replace(/\/+$/, "");
	return [path, `${path}/**`];
}

function fateOf(change: WorkspaceChange): string {
	if (change.before === null) return `${oneLine(change.path)} added`;
	return `${oneLine(change.path)} ${change.after === null ? "removed" : "changed"}`;
}

/** `digest` says which run of the command counts: the one over the files that the case names now. */
export function verify(expectation: VerifyExpectation, digest: string, evidence: Evidence): Finding {
	const command = evidence.commands.get(digest);
	const run = quoted(expectation.run);
	if (command === undefined) return unseen("no evidence of this command is recorded; run the trial again");
	if (command.end === "not-started") return unseen(`${run} could not be started; see that it can and run the trial again`);
	const passed = command.end === "exited" && command.exitCode === 0;
	const detail = passed ? `${run} exited with 0` : `expected ${run} to exit with 0; ${endOf(command, expectation)}`;
	return { name: "verify", passed, detail };
}

function unseen(detail: string): Finding {
	return { name: "verify", passed: null, detail };
}

function endOf(command: CommandEvidence, expectation: VerifyExpectation): string {
	if (command.end === "cancelled") return "it was cancelled";
	if (command.end === "timed-out") return `it did not end within ${expectation.timeoutMs} ms`;
	return command.exitCode === null ? "a signal ended it" : `it exited with ${command.exitCode}`;
}
