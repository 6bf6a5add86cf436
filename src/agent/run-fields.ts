import { type Budget, UNBOUNDED } from "../core/budget.ts";
import type { CancellationToken } from "../core/cancel.ts";
import type { Homeostat } from "../core/homeostat.ts";
import { DEFAULT_CAP, type OutputCap } from "./cap.ts";
import { DEFAULT_GUARDS, type Guards } from "./guards.ts";
import type { Hold } from "./hold.ts";
import { type Hooks, NO_HOOKS } from "./hooks.ts";
import { DEFAULT_PERMISSIONS, type Permissions } from "./permission.ts";
import type { Phase } from "./phase.ts";
import type { QueuedInput } from "./queued-input.ts";
import type { MailboxRoute, OutboxRoute } from "./routes.ts";

/** All of a context but what every one must be given. `H` is null where a context may not have sampled the machine. */
export type RunFields<H extends Homeostat | null = null> = {
	/** What audit records are keyed by, e.g. `<case>/<repeat>`: ids of calls recycle. */
	readonly name: string;
	readonly system: string;
	readonly budget: Budget;
	/** What the run may take at most, looked at before each request; null is no such bound. */
	readonly hold: Hold | null;
	/** Abandons the run at once, keeping its evidence; null cannot be interrupted. One may be shared over many runs. */
	readonly cancel: CancellationToken | null;
	/** Ends the run at its next round boundary. */
	readonly stop: CancellationToken | null;
	readonly phase: Phase;
	readonly permissions: Permissions;
	readonly homeostat: H;
	/** Compacts when a reported prompt reaches this many tokens; null is never. */
	readonly compactAtTokens: number | null;
	readonly queuedInput: QueuedInput | null;
	readonly withheld: ReadonlySet<string>;
	readonly hooks: Hooks;
	readonly outbox: OutboxRoute | null;
	readonly mailbox: MailboxRoute | null;
	readonly guards: Guards;
	/** Asks once, without tools, for an answer where a bound left none. */
	readonly finalAnswer: boolean;
	/** Null streams where a token or a deadline may cut a request: what had arrived is then kept. */
	readonly stream: boolean | null;
	/** How much of a result enters the conversation. */
	readonly output: OutputCap;
};

export const DEFAULT_FIELDS: RunFields = {
	name: "run",
	system: "",
	budget: UNBOUNDED,
	hold: null,
	cancel: null,
	stop: null,
	phase: "execute",
	permissions: DEFAULT_PERMISSIONS,
	homeostat: null,
	compactAtTokens: null,
	queuedInput: null,
	withheld: new Set(),
	hooks: NO_HOOKS,
	outbox: null,
	mailbox: null,
	guards: DEFAULT_GUARDS,
	finalAnswer: false,
	stream: null,
	output: DEFAULT_CAP,
};
