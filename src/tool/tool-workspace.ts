import type { Sandbox } from "../isolation/command.ts";

/** What the tools of one trial act on. */
export type ToolWorkspace = {
	/** Canonical. */
	readonly root: string;
	readonly sandbox: Sandbox;
};
