import { dirname, join } from "node:path";
import type { StopCause } from "../agent/stop-code.ts";
import { caseForArm } from "../case/arm-case.ts";
import type { Arm, Case } from "../case/case.ts";
import { messageOf } from "../core/error.ts";
import type { GradingSubject } from "../grade/trial.ts";
import { verifyDigests } from "../grade/verify-files.ts";
import { RECORDING_SCHEMA, type RecordingHeader } from "../recording/line.ts";
import type { AttemptKey } from "../recording/trial-key.ts";
import { TOOLS, toolSpecs } from "../tool/registry.ts";
import type { AttemptedTrial } from "./plan.ts";
import type { BatchSetting } from "./setting.ts";

/** A trial about to begin: the case as this arm is asked it, and what it will be graded by. */
export type OpenTrial = {
	readonly key: AttemptKey;
	readonly subject: Case;
	readonly arm: Arm;
	/** Where paths of the case file count from. */
	readonly caseDirectory: string;
	readonly grading: GradingSubject;
	readonly header: RecordingHeader;
	/** Why it cannot be graded, so that nothing is spent on it; null when it can. */
	readonly problem: StopCause | null;
};

export async function openTrial({ config }: BatchSetting, { subject: asked, arm, repeat, attempt }: AttemptedTrial): Promise<OpenTrial> {
	const subject = caseForArm(asked, arm);
	const caseDirectory = dirname(join(config.root, subject.file));
	const { digests, digestOf, problem } = await readGraders(subject, caseDirectory);
	const key = { caseId: subject.id, arm: arm.name, repeat, attempt };
	const header: RecordingHeader = {
		type: "recording",
		schema: RECORDING_SCHEMA,
		key,
		suite: config.name,
		case: { file: subject.file, digest: subject.digest, source: subject.source },
		arm: { provider: arm.provider, model: arm.model, params: arm.params, overrides: arm.overrides, digest: arm.digest },
		system: subject.system,
		prompts: subject.prompts,
		tools: toolSpecs(offeredNames(subject)),
		verify: digests,
	};
	return { key, subject, arm, caseDirectory, grading: { expect: subject.expect, digestOf }, header, problem };
}

/** What the kernel will offer: nothing withheld, nothing that may write in a phase that plans. */
function offeredNames({ tools, withhold, phase }: Case): readonly string[] {
	return tools.filter((name) => !withhold.includes(name) && (phase === "execute" || TOOLS.get(name)?.readOnly === true));
}

type Graders = Pick<OpenTrial, "problem"> & Awaited<ReturnType<typeof verifyDigests>>;

/** The suite was whole when it was loaded; a file of a grader may have gone since. */
async function readGraders({ expect }: Case, caseDirectory: string): Promise<Graders> {
	try {
		return { problem: null, ...(await verifyDigests(expect, caseDirectory)) };
	} catch (error) {
		const problem: StopCause = { code: "setup_error", message: `a file of \`verify\` cannot be read: ${messageOf(error)}` };
		return { digests: [], digestOf: () => "", problem };
	}
}
