import type { Budget } from "../core/budget.ts";
import type { CancellationToken } from "../core/cancel.ts";
import { type Homeostat, sampleHomeostat } from "../core/homeostat.ts";
import { type Approver, allowAll } from "./approver.ts";
import type { OutputCap } from "./cap.ts";
import type { Guards } from "./guards.ts";
import type { Hold } from "./hold.ts";
import type { Hooks } from "./hooks.ts";
import type { Permissions } from "./permission.ts";
import type { Phase } from "./phase.ts";
import type { QueuedInput } from "./queued-input.ts";
import type { MailboxRoute, OutboxRoute } from "./routes.ts";
import { DEFAULT_FIELDS, type RunFields } from "./run-fields.ts";
import type { ToolSet } from "./tool-set.ts";

export type { RunFields } from "./run-fields.ts";

/**
 * What one run may touch, who approves it and what it may spend (mecha's `RunContext`). Never changed in place: every `with`
 * returns a new one that shares all else.
 */
export class RunContext<H extends Homeostat | null = null> implements RunFields<H> {
	declare readonly name: string;
	declare readonly system: string;
	declare readonly budget: Budget;
	declare readonly hold: Hold | null;
	declare readonly cancel: CancellationToken | null;
	declare readonly stop: CancellationToken | null;
	declare readonly phase: Phase;
	declare readonly permissions: Permissions;
	declare readonly homeostat: H;
	declare readonly compactAtTokens: number | null;
	declare readonly queuedInput: QueuedInput | null;
	declare readonly withheld: ReadonlySet<string>;
	declare readonly hooks: Hooks;
	declare readonly outbox: OutboxRoute | null;
	declare readonly mailbox: MailboxRoute | null;
	declare readonly guards: Guards;
	declare readonly finalAnswer: boolean;
	declare readonly stream: boolean | null;
	declare readonly output: OutputCap;
	/** Bound to this run's own workspace. */
	readonly tools: ToolSet;
	readonly approver: Approver;

	constructor(tools: ToolSet, approver: Approver = allowAll, fields: Partial<RunFields<H>> = {}) {
		Object.assign(this, DEFAULT_FIELDS, fields);
		// A set cannot be frozen: one of its own, so that what one context withholds is never another's.
		this.withheld = new Set(this.withheld);
		// Last: fields that were spread from another context hold its tools and approver too.
		this.tools = tools;
		this.approver = approver;
		Object.freeze(this);
	}

	/**
	 * The same policy, another root and approver: a private workspace that nobody may write to is no sandbox. What a run gathers is
	 * fresh, and its audits are keyed by a name of its own.
	 */
	sandboxed(root: string, approver: Approver, name = `${this.name}@${root}`): RunContext {
		return new RunContext(this.tools.rooted(root), approver, { ...this, name, homeostat: null, queuedInput: null, mailbox: null });
	}

	withName(name: string): RunContext<H> {
		return this.#with({ name });
	}

	withSystem(system: string): RunContext<H> {
		return this.#with({ system });
	}

	/** Null streams where a request may be cut. */
	withStream(stream: RunFields["stream"]): RunContext<H> {
		return this.#with({ stream });
	}

	/** Asks once, without tools, for an answer where a bound left none. */
	withFinalAnswer(): RunContext<H> {
		return this.#with({ finalAnswer: true });
	}

	withOutput(output: Partial<OutputCap>): RunContext<H> {
		return this.#with({ output: { ...this.output, ...output } });
	}

	withBudget(budget: Budget): RunContext<H> {
		return this.#with({ budget });
	}

	withHold(hold: Hold): RunContext<H> {
		return this.#with({ hold });
	}

	withPhase(phase: Phase): RunContext<H> {
		return this.#with({ phase });
	}

	withPermissions(permissions: Partial<Permissions>): RunContext<H> {
		return this.#with({ permissions: { ...this.permissions, ...permissions } });
	}

	/** Null takes the threshold away. */
	withCompactAt(compactAtTokens: number | null): RunContext<H> {
		return this.#with({ compactAtTokens });
	}

	withCancel(cancel: CancellationToken): RunContext<H> {
		return this.#with({ cancel });
	}

	withStop(stop: CancellationToken): RunContext<H> {
		return this.#with({ stop });
	}

	withHooks(hooks: Hooks): RunContext<H> {
		return this.#with({ hooks });
	}

	withOutbox(outbox: OutboxRoute): RunContext<H> {
		return this.#with({ outbox });
	}

	withMailbox(mailbox: MailboxRoute): RunContext<H> {
		return this.#with({ mailbox });
	}

	withQueuedInput(queuedInput: QueuedInput): RunContext<H> {
		return this.#with({ queuedInput });
	}

	withGuards(guards: Partial<Guards>): RunContext<H> {
		return this.#with({ guards: { ...this.guards, ...guards } });
	}

	/** Replaces the list. */
	withholding(names: Iterable<string>): RunContext<H> {
		return this.#with({ withheld: new Set(names) });
	}

	/** Samples the machine, now. A batch cannot be given the result, since a card that varies with how busy the box was is no card. */
	withHomeostat(): RunContext<Homeostat> {
		return this.withRecordedHomeostat(sampleHomeostat());
	}

	/** The condition that a recorded run had: what a replay reads. */
	withRecordedHomeostat(homeostat: Homeostat): RunContext<Homeostat> {
		return new RunContext<Homeostat>(this.tools, this.approver, { ...this, homeostat });
	}

	/** Matches the registered name, and a bare name after a server prefix (`graph__task_update` is withheld by `task_update`). */
	isWithheld(name: string): boolean {
		return this.withheld.has(name) || [...this.withheld].some((entry) => name.endsWith(`__${entry}`));
	}

	get cancelled(): boolean {
		return this.cancel?.cancelled ?? false;
	}

	#with(change: Partial<RunFields<H>>): RunContext<H> {
		return new RunContext<H>(this.tools, this.approver, { ...this, ...change });
	}
}

/** A context whatever it has sampled. */
export type AnyRunContext = RunContext<Homeostat | null>;
