import { describe, expect, onTestFinished, test } from "vitest";
import { listenToSignals, type Signals } from "../../src/cli/signals.ts";

type Heard = Signals & { readonly said: readonly string[]; readonly tell: (signal: "SIGINT" | "SIGTERM") => void };

/** Signals as the process would give them to the program, and to nothing else of the test's. */
function heard(): Heard {
	const said: string[] = [];
	const names = ["SIGINT", "SIGTERM"] as const;
	const before = new Set(names.flatMap((name) => process.listeners(name)));
	const signals = listenToSignals((text) => said.push(text));
	onTestFinished(signals.dispose);
	const own = Object.fromEntries(names.map((name) => [name, process.listeners(name).filter((listener) => !before.has(listener))]));
	const tell = (signal: "SIGINT" | "SIGTERM"): void => {
		for (const listener of own[signal] ?? []) listener(signal);
	};
	return { ...signals, said, tell };
}

describe("signals", () => {
	test("the first Ctrl-C stops, the second cancels, and each says what comes next", () => {
		const { stop, cancel, exitCode, said, tell } = heard();
		expect(exitCode()).toBeNull();
		tell("SIGINT");
		expect([stop.reason, cancel.reason, exitCode()]).toEqual([{ kind: "signal", signal: "SIGINT" }, null, 130]);
		tell("SIGINT");
		expect([cancel.reason, exitCode()]).toEqual([{ kind: "signal", signal: "SIGINT" }, 130]);
		expect(said).toEqual([
			"Stopping at the next round of each trial. Ctrl-C again to cancel them.",
			"Cancelling. Ctrl-C again to exit without a report.",
		]);
	});

	test("SIGTERM cancels at once", () => {
		const { stop, cancel, exitCode, tell } = heard();
		tell("SIGTERM");
		expect([stop.cancelled, cancel.reason, exitCode()]).toEqual([true, { kind: "signal", signal: "SIGTERM" }, 143]);
	});

	test("are nobody's when the run is over", () => {
		const before = [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
		const signals = listenToSignals(() => {});
		expect([process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")]).toEqual(before.map((count) => count + 1));
		signals.dispose();
		expect([process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")]).toEqual(before);
	});
});
