/** Which trial: a case under an arm, its repeat from 1. */
export type TrialKey = { readonly caseId: string; readonly arm: string; readonly repeat: number };

/** Which telling of it: infra retries of the same trial count up from 1. */
export type AttemptKey = TrialKey & { readonly attempt: number };

/** One string for a trial, the name that people use for it: `arm/case/repeat`. */
export function trialId(key: TrialKey): string {
	return `${key.arm}/${key.caseId}/${key.repeat}`;
}
