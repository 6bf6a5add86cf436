import { inboxGolds } from "./golds-inbox.mjs";
import { notesGolds } from "./golds-notes.mjs";
import { parcelGolds } from "./golds-parcel.mjs";
import { serviceGolds } from "./golds-service.mjs";

const MOTD = String.raw`Tide's in: "mind the gap" C:\skerry\quay 5 % of $HOME, ${"`date`"} & <rope>`;

/**
 * What each case must hold, by where it stands: `asks` in a prompt, `says` in an expectation and an answer of the oracle,
 * `does` in an expectation and a call of the oracle, `expects` in an expectation only, `answers` and `calls` in the oracle only.
 * `traps` are plausible wrong answers, which the case's expectations of the text must refuse; `accepts` are other right ones.
 */
export const golds = [
	...notesGolds,
	...serviceGolds,
	...parcelGolds,
	...inboxGolds,
	{ case: "args/exact-text", asks: [MOTD], does: [MOTD], traps: ["I could not do it."] },
	{ case: "discrimination/no-tools", asks: ["95 minutes"], says: [String(95 * 60)], traps: ["95", "570"] },
];
