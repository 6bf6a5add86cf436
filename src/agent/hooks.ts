import type { Json } from "../core/json.ts";

export type HookCall = { readonly name: string; readonly args: Json };

/** What a hook says of a call before it runs. Arguments that it puts in place of others pass every gate again. */
export type HookAnswer =
	| { readonly kind: "allow" }
	| { readonly kind: "deny"; readonly reason: string }
	| { readonly kind: "transform"; readonly args: Json };

export type Hooks = {
	/** Asked in order; the first that denies wins, and one that throws has denied. */
	readonly preTool: readonly ((call: HookCall) => Promise<HookAnswer>)[];
	/** Told of each call that ran. One that throws is noted, and changes nothing. */
	readonly postTool: readonly ((call: HookCall & { readonly result: string; readonly isError: boolean }) => Promise<void>)[];
};

export const NO_HOOKS: Hooks = { preTool: [], postTool: [] };
