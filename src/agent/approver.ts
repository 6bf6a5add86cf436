import type { Json } from "../core/json.ts";
import { type CallSubject, covers, type PermissionRule } from "./permission-rule.ts";

export type ApprovalRequest = { readonly name: string; readonly args: Json; readonly subject: CallSubject | null };
export type Approval = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Asked for calls that neither a rule nor the mode settles. In a batch it is a pure function: nobody sits there to answer. */
export type Approver = (request: ApprovalRequest) => Promise<Approval>;

export const allowAll: Approver = async () => ({ allowed: true });

export const denyAll: Approver = async ({ name }) => ({ allowed: false, reason: `nobody is here to allow ${name}` });

export type ScriptedAnswer = { readonly rule: PermissionRule; readonly allowed: boolean };

/** The first answer whose rule covers the call; what nobody foresaw is denied. */
export function scriptedApprover(answers: readonly ScriptedAnswer[]): Approver {
	return async (request) => {
		const answer = answers.find(({ rule }) => covers(rule, request));
		if (answer === undefined) return await denyAll(request);
		return answer.allowed ? { allowed: true } : { allowed: false, reason: `${request.name} was refused` };
	};
}
