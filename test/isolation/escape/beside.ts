import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Escapes } from "./escapes.ts";
import { assertSays, CANARY } from "./ground.ts";

/** Attempts on what lies beside a trial: files, sockets, processes, the harness, other trials. */
export const BESIDE: Escapes = {
	"cannot write outside of its folders": async ({ trial, outside }) => {
		const places = `${outside} /var/tmp /home /root /run /dev ${join(trial.workspace.root, "..")}`;
		await assertSays(trial, `for at in ${places}; do : > $at/escaped && echo wrote $at; done; echo no > ${outside}/kept && echo wrote`, []);
		assert.deepEqual(readdirSync(outside), ["kept"]);
		assert.equal(readFileSync(join(outside, "kept"), "utf8"), CANARY);
	},
	"cannot read what lies outside of them": async ({ trial, outside }) => {
		await assertSays(trial, `cat ${outside}/kept; ls ${outside} /root /home /var /run /srv; cat /etc/shadow`, []);
	},
	"cannot come to another trial's workspace": async ({ trial, other }) => {
		await other.run("echo mine > mine");
		const { root } = other.workspace;
		await assertSays(trial, `cat ${root}/mine /proc/*/root${root}/mine; ls ${root} ${root}/..; echo no > ${root}/mine && echo wrote`, []);
		assert.equal(readFileSync(join(root, "mine"), "utf8"), "mine\n");
	},
	"cannot come out through /proc": async ({ trial, outside }) => {
		const roots = `cat /proc/*/root${outside}/kept /proc/*/cwd/../../..${outside}/kept /proc/*/task/*/root${outside}/kept`;
		const programs = "for at in /proc/[0-9]*/exe; do : >> $at && echo wrote $at; done";
		await assertSays(trial, `${roots}; ${programs}`, []);
		const harmless = "^(/dev/null|pipe:.*|anon_inode:.*|/proc/.*|.*/fifo [(]deleted[)])$";
		await assertSays(trial, `readlink /proc/[0-9]*/fd/* | grep -vE '${harmless}'`, []);
	},
	"cannot follow a link that it makes out of its workspace": async ({ trial, outside }) => {
		const links = `ln -s ${outside}/kept soft; ln -s /proc/1/root${outside} root; ln -s ../../../../../..${outside} up`;
		await assertSays(trial, `${links}; cat soft root/kept up/kept; echo no > soft && echo wrote`, []);
		await assertSays(
			trial,
			`for at in ${outside}/kept /etc/passwd /usr/bin/env; do ln $at hard && echo linked $at; done; rm -f soft root up`,
			[],
		);
		assert.equal(readFileSync(join(outside, "kept"), "utf8"), CANARY);
	},
	"reaches no network": async ({ trial }) => {
		const server = createServer((socket) => socket.end("hello\n")).listen(0, "0.0.0.0");
		await once(server, "listening");
		const address = server.address();
		const port = typeof address === "object" ? address?.port : 0;
		const connect = `for to in 127.0.0.1/${port} 0.0.0.0/${port} 1.1.1.1/53; do (exec 3<>/dev/tcp/$to && cat <&3 && echo to $to); done`;
		await assertSays(trial, connect, []).finally(() => server.close());
	},
	"reaches no socket of a service": async ({ trial, outside }) => {
		const paths = [join(outside, "docker.sock"), ...(process.getuid?.() === 0 ? [`/var/run/assay-${process.pid}.sock`] : [])];
		const abstract = `assay-${process.pid}`;
		const servers = [...paths, `\0${abstract}`].map((path) => createServer((socket) => socket.end("hello\n")).listen(path));
		await Promise.all(servers.map((server) => once(server, "listening")));
		const connect = (path: string): string => `perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer => ${path}) ? "open\\n" : ""'`;
		const lines = [...paths.map((path) => `"${path}"`), `"\\0${abstract}"`].map(connect);
		await assertSays(trial, [...lines, "ls /run /var/run"].join("\n"), []).finally(() => servers.map((server) => server.close()));
		assert.equal(existsSync(paths[0] ?? ""), false);
	},
	"sees, signals and traces no process of the machine": async ({ trial, neighbour }) => {
		const targets = `${process.pid} ${process.ppid} ${neighbour.pid} -${neighbour.pid}`;
		await assertSays(
			trial,
			`for pid in ${targets}; do [ -e /proc/$pid ] && echo sees $pid; kill -KILL -- $pid && echo signalled $pid; done`,
			[],
		);
		const trace = `perl -e 'for (${process.pid}, ${neighbour.pid}) { print "traced $_\\n" if syscall(101, 16, $_, 0, 0) == 0 }'`;
		await assertSays(trial, process.arch === "x64" ? trace : "", []);
	},
	"ends only itself when it signals everyone": async ({ trial }) => {
		const { output } = await trial.run(
			"sleep 1000 & trap '' TERM; kill -TERM -1; kill -STOP 1; kill -KILL 1; kill -KILL -1; wait; echo alone",
		);
		assert.match(output, /alone\n$/);
	},
	"gains nothing by tracing the first process of its sandbox": async ({ trial }) => {
		const trace = `perl -e 'syscall(101, 16, 1, 0, 0); sleep 1000' & perl -e 'select undef, undef, undef, 0.1'; setsid sleep 1000 & echo done`;
		assert.equal((await trial.run(process.arch === "x64" ? trace : "echo done", 1_500)).output, "done\n");
	},
	"harms only its own files when it removes its workspace": async ({ trial, other }) => {
		await other.run("echo mine > mine");
		const { end } = await trial.run(
			"cd /; rm -rf /assay/workspace; mv /assay/workspace /assay/w; rmdir /assay/*; ln -s /etc /assay/etc; rm -rf /etc /usr/bin /tmp",
		);
		assert.equal(end, "exited");
		assert.equal((await other.run("cat mine")).output, "mine\n");
		assert.deepEqual(readdirSync(trial.workspace.root), []);
	},
};
