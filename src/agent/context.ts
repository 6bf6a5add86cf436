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

	/** What audits are keyed by and mail is addressed to. */
	withName(name: string): RunContext<H> {
		return this.#with({ name });
	}

	/** The system prompt; empty sends none. */
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

	/** How many lines and bytes of one result the model sees; what is left out stays as it was. */
	withOutput(output: Partial<OutputCap>): RunContext<H> {
		return this.#with({ output: { ...this.output, ...output } });
	}

	/** Bounds over all turns of the run; turns may have tighter ones of their own. */
	withBudget(budget: Budget): RunContext<H> {
		return this.#with({ budget });
	}

	/** What the run may take at most: a request that could take more is not sent (DESIGN §6). */
	withHold(hold: Hold): RunContext<H> {
		return this.#with({ hold });
	}

	/** In `plan`, tools that write are neither offered nor run. */
	withPhase(phase: Phase): RunContext<H> {
		return this.#with({ phase });
	}

	/** Mode and rules; what is left out stays as it was. */
	withPermissions(permissions: Partial<Permissions>): RunContext<H> {
		return this.#with({ permissions: { ...this.permissions, ...permissions } });
	}

	/** Null takes the threshold away. */
	withCompactAt(compactAtTokens: number | null): RunContext<H> {
		return this.#with({ compactAtTokens });
	}

	/** Abandons the run: requests, sleeps, pauses and tools end at once. */
	withCancel(cancel: CancellationToken): RunContext<H> {
		return this.#with({ cancel });
	}

	/** Ends the run at its next round boundary and keeps all of it. */
	withStop(stop: CancellationToken): RunContext<H> {
		return this.#with({ stop });
	}

	/** Asked before and told after each call; one that throws has denied its call. */
	withHooks(hooks: Hooks): RunContext<H> {
		return this.#with({ hooks });
	}

	/** Where calls that reach outside are staged and not run. */
	withOutbox(outbox: OutboxRoute): RunContext<H> {
		return this.#with({ outbox });
	}

	/** Mail of other runs, claimed at round boundaries. */
	withMailbox(mailbox: MailboxRoute): RunContext<H> {
		return this.#with({ mailbox });
	}

	/** Steers and follow-ups, taken when the request that says them is certain (DESIGN §7.5). */
	withQueuedInput(queuedInput: QueuedInput): RunContext<H> {
		return this.#with({ queuedInput });
	}

	/** What ends a run that does not get on; what is left out stays as it was. */
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

	/** Whether the run was abandoned; a stop alone is no cancel. */
	get cancelled(): boolean {
		return this.cancel?.cancelled ?? false;
	}

	#with(change: Partial<RunFields<H>>): RunContext<H> {
		return new RunContext<H>(this.tools, this.approver, { ...this, ...change });
	}
}

/** A context whatever it has sampled. */
export type AnyRunContext = RunContext<Homeostat | null>;
