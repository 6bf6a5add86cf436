import type { Json } from "../core/json.ts";

export type ApprovalRequest = { readonly name: string; readonly args: Json };
export type Approval = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Asked for calls that may write. In a batch it is a pure function: nobody sits there to answer. */
export type Approver = (request: ApprovalRequest) => Promise<Approval>;

export const allowAll: Approver = async () => ({ allowed: true });
