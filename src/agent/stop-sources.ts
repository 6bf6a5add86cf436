import type { CancellationToken } from "../core/cancel.ts";
import type { AnyRunContext } from "./context.ts";
import type { Scope } from "./scope.ts";
import type { StopSources } from "./stop.ts";
import type { TurnOptions } from "./turn-options.ts";

/** All that may end a turn: what its context says and what its options say, both. */
export function stopSources(context: AnyRunContext, options: TurnOptions, scopes: readonly Scope[]): StopSources {
	return { cancel: present(context.cancel, options.cancel), stop: present(context.stop, options.stop), scopes, pool: options.pool };
}

function present(...tokens: readonly (CancellationToken | null)[]): readonly CancellationToken[] {
	return tokens.filter((token) => token !== null);
}
