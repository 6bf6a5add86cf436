import type { Replacement } from "../core/scrub.ts";
import type { Isolation } from "../isolation/command.ts";

/** What the tools of one trial act on. */
export type ToolWorkspace = {
	/** Canonical. */
	readonly root: string;
	readonly isolation: Isolation;
	/** What commands see, whole. */
	readonly environment: Readonly<Record<string, string>>;
	/** The trial's places, with what stands for them in what commands print: no temporary name enters the conversation. */
	readonly names: readonly Replacement[];
};
