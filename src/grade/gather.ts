import type { Expectation } from "../case/expectation.ts";
import { tailBytes } from "../core/text.ts";
import type { CommandResult } from "../isolation/command.ts";
import type { CommandEvidence, FileEvidence } from "../recording/evidence.ts";
import { copyIn, ensureRoot } from "./copy-in.ts";
import { readFileEvidence } from "./read-file.ts";
import { listVerifyFiles, verifiesOf, verifyDigest } from "./verify-files.ts";

export type GatheredLine =
	| { readonly type: "file"; readonly file: FileEvidence }
	| { readonly type: "command"; readonly command: CommandEvidence };

export type GatherSubject = { readonly expect: readonly Expectation[]; readonly caseDirectory: string };

export type GatherPorts = {
	/** Runs a command of the suite's author in the workspace. */
	readonly run: (command: string, timeoutMs: number) => Promise<CommandResult>;
	readonly emit: (line: GatheredLine) => void;
};

const KEPT_OUTPUT_BYTES = 4_000;

/**
 * Collects what grading needs from the workspace, once the agent's processes are dead and the diff is taken. Files are read
 * before anything is copied in; a cancelled command ends it. Throws when a grader's own files cannot be read or written.
 */
export async function gatherEvidence(subject: GatherSubject, workspace: { readonly root: string }, ports: GatherPorts): Promise<void> {
	for (const path of namedFiles(subject.expect)) {
		ports.emit({ type: "file", file: await readFileEvidence(workspace.root, path) });
	}
	const done = new Set<string>();
	for (const verify of verifiesOf(subject.expect)) {
		const files = await listVerifyFiles(verify, subject.caseDirectory);
		const digest = verifyDigest(verify.run, files);
		if (done.has(digest)) continue;
		done.add(digest);
		await ensureRoot(workspace.root);
		for (const file of files) await copyIn(workspace.root, file);
		const { exitCode, end, output } = await ports.run(verify.run, verify.timeoutMs);
		ports.emit({ type: "command", command: { digest, run: verify.run, exitCode, end, output: tailBytes(output, KEPT_OUTPUT_BYTES) } });
		if (end === "cancelled") return;
	}
}

function namedFiles(expect: readonly Expectation[]): ReadonlySet<string> {
	return new Set(expect.flatMap((expectation) => (expectation.kind === "files" ? [expectation.path] : [])));
}
