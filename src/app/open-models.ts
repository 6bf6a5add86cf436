import type { Model } from "../agent/model.ts";
import type { Arm, Case } from "../case/case.ts";
import { replyProblems } from "../case/check-arms.ts";
import type { Suite } from "../case/suite.ts";
import { unreachable } from "../core/assert.ts";
import type { Clock } from "../core/clock.ts";
import { type Problem, UsageError, usageError } from "../core/error.ts";
import { nopModel } from "../model/nop.ts";
import { oracleModel } from "../model/oracle.ts";
import { readScriptFile, repliesFor } from "../model/script-file.ts";
import { scriptedModel } from "../model/scripted.ts";

export type Environment = Readonly<Record<string, string | undefined>>;
export type OpenModel = (arm: Arm, subject: Case) => Promise<Model>;

/** What answers for one arm, whatever the case. */
type Opener = (subject: Case) => Model;

type Planned = { readonly suite: Suite; readonly arms: readonly Arm[] };
type Ports = { readonly env: Environment; readonly clock: Clock };

/**
 * Makes ready what every arm answers with, before anything is spent: keys, scripts with an answer to every case. A live arm
 * has one client for all its trials, so that connections are used again. Throws one UsageError with all that is missing.
 */
export async function openModels({ suite, arms }: Planned, ports: Ports): Promise<OpenModel> {
	const openers = new Map<string, Opener>();
	const problems: Problem[] = [];
	for (const arm of arms) {
		problems.push(...replyProblems(suite, arm));
		try {
			openers.set(arm.name, await openerOf(arm, ports));
		} catch (error) {
			if (!(error instanceof UsageError)) throw error;
			problems.push(...error.problems);
		}
	}
	if (problems.length > 0) throw new UsageError(problems);
	return async (arm, subject) => {
		const opener = openers.get(arm.name);
		if (opener === undefined) throw new Error(`the arm "${arm.name}" was not made ready`);
		return opener(subject);
	};
}

async function openerOf(arm: Arm, { env, clock }: Ports): Promise<Opener> {
	switch (arm.provider) {
		case "oracle":
			return (subject) => oracleModel(subject.oracle ?? [], clock);
		case "nop":
			return () => nopModel();
		case "script":
			return scriptOpener(arm, clock);
		case "anthropic":
			return anthropicOpener(arm, env);
		default:
			return unreachable(arm.provider);
	}
}

async function scriptOpener({ file }: Arm, clock: Clock): Promise<Opener> {
	const script = await readScriptFile(file ?? "");
	return (subject) => scriptedModel(repliesFor(script, subject.id) ?? [], { clock });
}

/** The SDK is heavy: loaded only where a live arm runs. */
async function anthropicOpener(arm: Arm, env: Environment): Promise<Opener> {
	const variable = arm.apiKeyEnv ?? "ANTHROPIC_API_KEY";
	const apiKey = env[variable];
	if (apiKey === undefined || apiKey === "") throw usageError(`the arm "${arm.name}" needs a key in ${variable}`, `export ${variable}=…`);
	const { anthropicModel } = await import("../model/anthropic.ts");
	const model = anthropicModel({ model: arm.model ?? "", baseUrl: arm.baseUrl, apiKey, params: arm.params });
	return () => model;
}
