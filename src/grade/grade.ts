/** One expectation, graded. `detail` is in words that do not vary from run to run; text of other programs stays in the evidence. */
export type Check = { readonly name: string; readonly passed: boolean; readonly weight: number; readonly detail: string };

/** A check before it is weighed; `passed` is null where the evidence does not tell, since nobody has looked. */
export type Finding = Omit<Check, "weight" | "passed"> & { readonly passed: boolean | null };

/** A check before it is known whether the trial has a verdict. */
export type WeighedFinding = Finding & Pick<Check, "weight">;

export type Verdict = "pass" | "fail" | "ungraded";

/** An ungraded trial has no checks but those that its evidence does not tell: they say what to do. */
export type Grade = { readonly verdict: Verdict; readonly checks: readonly Check[] };
