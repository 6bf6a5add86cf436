import type { Budget } from "../core/budget.ts";
import { UNBOUNDED } from "../core/budget.ts";
import type { CancellationToken } from "../core/cancel.ts";
import { type Approver, allowAll } from "./approver.ts";
import { type Phase, permits } from "./phase.ts";
import type { Tool, ToolSpec } from "./tool.ts";

/** What one run may touch, who approves it and what it may spend (mecha's `RunContext`). Plain data, never changed in place. */
export type RunContext = {
	readonly system: string;
	/** Bound to this run's own workspace. */
	readonly tools: readonly Tool[];
	readonly approver: Approver;
	readonly budget: Budget;
	/** Abandons the run at once, keeping its evidence. A batch shares one over all its runs. */
	readonly cancel: CancellationToken | null;
	/** Ends the run at its next round boundary. */
	readonly stop: CancellationToken | null;
	readonly phase: Phase;
	/** A batch may not sample the machine: a card that varies with how busy the box was is no card. */
	readonly homeostat: null;
	/** Compacts when a reported prompt reaches this many tokens; null is never. */
	readonly compactAtTokens: number | null;
	/** Drained into the message that carries a round's tool results. */
	readonly queuedInput: () => readonly string[];
	readonly withheld: ReadonlySet<string>;
};

export function runContext(tools: readonly Tool[], approver: Approver = allowAll): RunContext {
	return {
		system: "",
		tools,
		approver,
		budget: UNBOUNDED,
		cancel: null,
		stop: null,
		phase: "execute",
		homeostat: null,
		compactAtTokens: null,
		queuedInput: () => [],
		withheld: new Set(),
	};
}

/** Matches the registered name, and a bare name after a server prefix (`graph__task_update` is withheld by `task_update`). */
export function isWithheld(context: RunContext, name: string): boolean {
	if (context.withheld.has(name)) return true;
	return [...context.withheld].some((entry) => name.endsWith(`__${entry}`));
}

/** What the model is offered, by name: neither withheld nor beyond the phase. */
export function offeredTools(context: RunContext): readonly ToolSpec[] {
	return context.tools.filter((tool) => permits(context.phase, tool) && !isWithheld(context, tool.spec.name)).map((tool) => tool.spec);
}
