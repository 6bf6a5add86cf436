/** One expectation, graded. `detail` is in words that do not vary from run to run; text of other programs stays in the evidence. */
export type Check = { readonly name: string; readonly passed: boolean; readonly weight: number; readonly detail: string };

/** A check before it is weighed. */
export type Finding = Omit<Check, "weight">;

export type Verdict = "pass" | "fail" | "ungraded";

export type Grade = { readonly verdict: Verdict; readonly checks: readonly Check[] };
