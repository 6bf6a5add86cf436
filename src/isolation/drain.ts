import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

const GRACE_MS = 500;

/**
 * Waits for what is left in the pipes and for the exit to be seen. Something that outlived its tree may hold a pipe open for
 * ever, so after the grace the pipes are destroyed.
 */
export function drain(child: ChildProcess | null, streams: readonly Readable[]): Promise<void> {
	return new Promise((resolve) => {
		const finish = (): void => {
			clearTimeout(grace);
			for (const stream of streams) stream.destroy();
			resolve();
		};
		// A busy event loop fires late timers before it reads: one more poll, so that no output is lost to that.
		const grace = setTimeout(() => setImmediate(finish), GRACE_MS);
		Promise.all([exited(child), ...streams.map(closed)]).then(finish, finish);
	});
}

async function exited(child: ChildProcess | null): Promise<void> {
	if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	await once(child, "exit");
}

async function closed(stream: Readable): Promise<void> {
	if (!stream.closed) await new Promise((resolve) => stream.once("close", resolve));
}
