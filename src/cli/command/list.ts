import { chooseArms } from "../../app/choose-arms.ts";
import { openSuite } from "../../app/open-suite.ts";
import { viewPlan } from "../../app/view-plan.ts";
import type { Arm } from "../../case/case.ts";
import type { Suite } from "../../case/suite.ts";
import { prettyJson } from "../../core/json.ts";
import { planJson, planText } from "../../view/plan.ts";
import type { Arguments, Io } from "../option.ts";
import { selectionOf } from "../selection.ts";

/** `assay list`: the plan, with every value resolved; nothing is run. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const suite = await openSuite(args.text("config"), selectionOf(args, io));
	return printPlan({ suite, arms: chooseArms(suite, args.texts("arm")) }, args, io);
}

export function printPlan(planned: { readonly suite: Suite; readonly arms: readonly Arm[] }, args: Arguments, io: Io): number {
	const plan = viewPlan(planned.suite, planned.arms, args.count("repeats"));
	io.print(args.flag("json") ? prettyJson(planJson(plan)) : planText(plan));
	return 0;
}
