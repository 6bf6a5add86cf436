import type { StopCode } from "../agent/stop-code.ts";

/** Before why a trial failed, what cut it short: an answer that is missing then tells of a bound, and not of what was asked. */
export function boundText(stop: StopCode): string {
	return stop === "completed" ? "" : `${stop}; `;
}
