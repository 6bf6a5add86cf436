import { freemem, loadavg } from "node:os";

/** The condition of the machine when a run began. Null where the machine does not say. */
export type Homeostat = {
	/** Load average over the last minute. */
	readonly load: number | null;
	readonly freeBytes: number | null;
};

/** Reads the machine. Nothing that ends in a scorecard may: `RunContext.withHomeostat` is the one caller. */
export function sampleHomeostat(): Homeostat {
	const [load = null] = loadavg();
	return { load, freeBytes: freemem() };
}
