import { afterAll, beforeAll, expect, test } from "vitest";
import { runProcess } from "../../src/isolation/run-process.ts";
import { bash } from "./bash-command.ts";

const run = runProcess;
const path = process.env.PATH;

// The harness of this file finds no mkfifo, as on a system that has none.
beforeAll(() => {
	process.env.PATH = "/nonesuch";
});
afterAll(() => {
	process.env.PATH = path;
});

test("without FIFOs a command still gives its code, both outputs and its cut", async () => {
	expect(await run(bash("test -S /proc/self/fd/1 && echo a socket; exit 4"), null)).toMatchObject({ exitCode: 4, output: "a socket\n" });
	expect(await run(bash("echo problem >&2"), null)).toMatchObject({ exitCode: 0, output: "problem\n" });
	expect(await run(bash("printf 123456", { outputBytes: 4 }), null)).toMatchObject({ output: "1234", truncated: true });
});

test("without FIFOs a command that cannot start says so", async () => {
	expect(await run(bash("", { argv: ["assay-nonesuch"] }), null)).toMatchObject({ end: "not-started" });
	expect(await run(bash("a\0b"), null)).toMatchObject({ end: "not-started" });
});

test("without FIFOs nothing that a command left holds up its result", async () => {
	expect(await run(bash("setsid sleep 1000 & sleep 1000 & echo here"), null)).toMatchObject({ end: "exited", output: "here\n" });
});
