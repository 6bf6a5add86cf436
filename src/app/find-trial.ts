import { didYouMean } from "../case/problem/did-you-mean.ts";
import { usageError } from "../core/error.ts";
import { byCodeUnit } from "../core/order.ts";
import { trialId } from "../recording/trial-key.ts";
import type { FinishRecord, RunIndex } from "./run-index.ts";

/** The trial that a name means: `arm/case/repeat`, or any part of it that only one trial has. Throws a UsageError. */
export function findTrial({ finished }: RunIndex, name: string): FinishRecord {
	const wanted = name.replace(/^trials\//, "").replace(/(\.\d+)?\.jsonl$/, "");
	const exact = finished.get(wanted);
	if (exact !== undefined) return exact;
	const matches = [...finished.values()].filter(({ key }) => key.caseId === wanted || `/${trialId(key)}/`.includes(`/${wanted}/`));
	const [first, ...others] = matches;
	if (first === undefined) throw usageError(`no trial "${name}" in this run`, didYouMean(name, finished.keys()));
	if (others.length === 0) return first;
	const ids = matches
		.map(({ key }) => trialId(key))
		.sort(byCodeUnit)
		.slice(0, 5);
	throw usageError(`"${name}" means ${matches.length} trials`, `name one, such as ${ids.join(", ")}`);
}
