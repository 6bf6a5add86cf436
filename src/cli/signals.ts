import { CancellationToken } from "../core/cancel.ts";

export type Signals = {
	/** Tripped by the first Ctrl-C: trials under way end at a round boundary. */
	readonly stop: CancellationToken;
	/** Tripped by the second, and by SIGTERM at once: a container gives seconds. */
	readonly cancel: CancellationToken;
	/** 130 or 143 once a signal came; null before. */
	readonly exitCode: () => number | null;
	readonly dispose: () => void;
};

/** Ctrl-C once stops, twice cancels, three times exits (DESIGN §3). */
export function listenToSignals(say: (text: string) => void): Signals {
	const stop = new CancellationToken();
	const cancel = new CancellationToken();
	let exitCode: number | null = null;
	let interrupts = 0;
	const interrupt = (): void => {
		exitCode = 130;
		interrupts += 1;
		if (interrupts > 2) process.exit(exitCode);
		if (interrupts === 2) cancel.cancel({ kind: "signal", signal: "SIGINT" });
		stop.cancel({ kind: "signal", signal: "SIGINT" });
		say(
			interrupts === 1
				? "Stopping at the next round of each trial. Ctrl-C again to cancel them."
				: "Cancelling. Ctrl-C again to exit without a report.",
		);
	};
	const terminate = (): void => {
		exitCode = 143;
		cancel.cancel({ kind: "signal", signal: "SIGTERM" });
		stop.cancel({ kind: "signal", signal: "SIGTERM" });
		say("Terminated: cancelling, the report is written.");
	};
	process.on("SIGINT", interrupt);
	process.on("SIGTERM", terminate);
	// A terminal that was closed: nobody is there to say more, so it is like SIGTERM.
	process.on("SIGHUP", terminate);
	return {
		stop,
		cancel,
		exitCode: () => exitCode,
		dispose: () => {
			process.off("SIGINT", interrupt);
			process.off("SIGTERM", terminate);
			process.off("SIGHUP", terminate);
		},
	};
}
