import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import type { Escapes } from "./escapes.ts";
import { assertSays, CANARY } from "./ground.ts";

/** Attempts on the kernel: mounts, settings, namespaces, privileges, devices, terminals. */
export const KERNEL: Escapes = {
	"cannot make the system writable": async ({ trial }) => {
		const mounts =
			"for at in / /usr /etc /proc /dev; do mount -o remount,rw,bind $at && echo remounted; done; mount -t tmpfs none /mnt && echo mounted";
		const touches = "for at in / /usr /usr/bin /etc /opt /dev /proc /assay; do : > $at/escaped && echo wrote $at; done";
		await assertSays(trial, `${mounts}; umount -l /proc && echo unmounted; ${touches}`, []);
		for (const at of ["", "/usr", "/usr/bin", "/etc", "/opt", "/dev"]) assert.equal(existsSync(`${at}/escaped`), false);
	},
	"cannot change a setting of the kernel": async ({ trial }) => {
		const settings = "kernel/core_pattern kernel/hostname kernel/randomize_va_space vm/overcommit_memory fs/file-max net/ipv4/ip_forward";
		await assertSays(trial, `for at in ${settings}; do at=/proc/sys/$at; old=$(cat $at) && echo "$old" > $at && echo wrote $at; done`, []);
		await assertSays(trial, "[ -w /proc/sysrq-trigger ] && echo sysrq; [ -e /sys/fs ] && echo sysfs", []);
	},
	"cannot make a namespace of its own": async ({ trial }) => {
		const nested = ["unshare -Ur true", "unshare -m true", "unshare -n true", "bwrap --ro-bind / / true", "chroot / true"];
		await assertSays(trial, nested.map((line) => `${line} && echo '${line}'`).join("\n"), []);
	},
	"has no capability and gains none": async ({ trial }) => {
		await assertSays(trial, "grep -E '^(Cap(Inh|Prm|Eff|Amb)|NoNewPrivs)' /proc/self/status | tr -d '\\t' | sort", [
			...["CapAmb:0000000000000000", "CapEff:0000000000000000", "CapInh:0000000000000000", "CapPrm:0000000000000000", "NoNewPrivs:1"],
		]);
	},
	"gains nothing by a program that runs as its owner": async ({ trial }) => {
		await assertSays(trial, "cp /bin/sh own && chmod u+s own && ./own -p -c 'id -u'", ["1000"]);
		await assertSays(
			trial,
			"for at in $(find /usr/bin /usr/sbin -perm -4000); do [ $(stat -c %u $at) = 0 ] && echo $at is of root; done",
			[],
		);
		await assertSays(trial, "sudo -n echo root; newgrp root < /dev/null", []);
	},
	"has no device but the harmless ones": async ({ trial }) => {
		await assertSays(trial, "mknod disk b 8 0 && echo block; mknod mem c 1 1 && echo character; [ -e /dev/mem ] && echo memory; true", []);
		const devices = ["full", "null", "random", "tty", "urandom", "zero"].map((name) => `/dev/${name}`);
		await assertSays(trial, "for at in /dev/*; do [ -b $at ] && echo $at; [ ! -L $at ] && [ -c $at ] && echo $at; done", devices);
	},
	"has no terminal to type into": async ({ trial }) => {
		const type = `perl -e 'for $at ("/dev/tty", "/dev/stdin", "/dev/stdout", "/proc/1/fd/0") { open(T, "+<", $at) or next; ioctl(T, 0x5412, "x") and print "typed $at\\n" }'`;
		await assertSays(trial, type, []);
	},
	"does not find a secret of the harness in any process": async ({ trial }) => {
		const search = `[${CANARY[0]}]${CANARY.slice(1)}`;
		await assertSays(trial, `cat /proc/*/environ /proc/*/task/*/environ /proc/*/cmdline | tr '\\0' '\\n' | grep -a "${search}"`, []);
		const own = "cat /proc/1/environ | tr '\\0' '\\n' | sed 's/=.*//' | grep -v ^PWD | sort | tr '\\n' ' '; echo";
		await assertSays(trial, own, ["CI HOME LANG LC_ALL NO_COLOR PATH TERM TMPDIR TZ WORKSPACE "]);
	},
};
