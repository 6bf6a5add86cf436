import type { Isolation } from "../isolation/command.ts";
import type { Scrub } from "../workspace/scrub.ts";

/** What the tools of one trial act on. */
export type ToolWorkspace = {
	/** Canonical. */
	readonly root: string;
	readonly isolation: Isolation;
	/** What commands see, whole. */
	readonly environment: Readonly<Record<string, string>>;
	/** Takes the trial's places out of what commands print, so that no temporary name enters the conversation. */
	readonly scrub: Scrub;
};
