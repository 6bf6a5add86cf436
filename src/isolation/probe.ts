import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Sandbox } from "./command.ts";
import { readOrEmpty } from "./process-state.ts";

/** What a sandbox must not let a command do, by the word that the command prints where it does. */
const ESCAPES: Readonly<Record<string, string>> = {
	root: "a command is root",
	key: "a command reads the environment of other processes",
	outside: "a command writes outside of its folders",
	network: "a command reaches the network",
	sysctl: "a command changes settings of the kernel",
	processes: "a command sees other processes",
	outlives: "a process outlives its command",
};

/** What came of the attempts: nothing, when the sandbox holds. */
export type Breach = { readonly what: string };

const TIMEOUT_MS = 10_000;
const KILL_AFTER_MS = 150;

/**
 * Tries to break out of a sandbox, as a command of a model could: a level is proven by that, never by looking for a program.
 * `outside` is a folder of this machine that commands may not write to.
 */
export async function probe(sandbox: Sandbox, outside: string): Promise<readonly Breach[]> {
	const secret = `assay-probe-${randomUUID()}`;
	const canary = spawn("sleep", ["60"], {
		env: { PATH: "/usr/bin:/bin", ASSAY_PROBE_KEY: secret },
		argv0: `${secret}-seen`,
		stdio: "ignore",
	});
	const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
	try {
		await Promise.all([once(canary, "spawn"), once(server, "listening")]);
		return await attempt(sandbox, { secret, outside, port: portOf(server) });
	} finally {
		end(canary, server);
	}
}

type Bait = { readonly secret: string; readonly outside: string; readonly port: number };

async function attempt(sandbox: Sandbox, bait: Bait): Promise<readonly Breach[]> {
	const tried = await sandbox.run({ argv: ["bash", "-c", scriptOf(bait)], as: "agent", timeoutMs: TIMEOUT_MS, outputBytes: 10_000 }, null);
	const words = tried.output.split("\n");
	if (!words.includes("tried")) return [{ what: `a command does not run: ${tried.output.trim() || tried.end}` }];
	const stubborn = `(setsid bash -c 'exec -a ${bait.secret}-stays sleep 1000' &) ; sleep 1000`;
	await sandbox.run({ argv: ["bash", "-c", stubborn], as: "agent", timeoutMs: KILL_AFTER_MS, outputBytes: 1_000 }, null);
	const wrote = existsSync(join(bait.outside, bait.secret)) ? ["outside"] : [];
	const stayed = isRunning(`${bait.secret}-stays`) ? ["outlives"] : [];
	return [...new Set([...words, ...wrote, ...stayed])].flatMap((word) => {
		const what = Object.hasOwn(ESCAPES, word) ? ESCAPES[word] : undefined;
		return what === undefined ? [] : [{ what }];
	});
}

/** Names are put together in the script, so that its own command line is not what it finds. */
function scriptOf({ secret, outside, port }: Bait): string {
	const [head, tail] = [secret.slice(0, 20), secret.slice(20)];
	return `
secret=${head}; secret=$secret${tail}
[ "$(id -u)" = 0 ] && echo root
cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -q "=$secret" && echo key
cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -q "^$secret-seen" && echo processes
(: > '${outside}'/"$secret") 2>/dev/null && echo outside
(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo network
old=$(cat /proc/sys/kernel/core_pattern) && (echo "$old" > /proc/sys/kernel/core_pattern) 2>/dev/null && echo sysctl
echo tried
`;
}

function isRunning(name: string): boolean {
	return readdirSync("/proc").some((pid) => /^\d+$/.test(pid) && readOrEmpty(`/proc/${pid}/cmdline`).startsWith(name));
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === "object" && address !== null ? address.port : 0;
}

function end(canary: ChildProcess, server: Server): void {
	canary.kill("SIGKILL");
	server.close();
}
