import { afterEach, expect, test } from "vitest";
import { commandEnvironment } from "../../src/isolation/environment.ts";
import { privateFolders } from "../../src/isolation/places.ts";
import { runProcess } from "../../src/isolation/run-process.ts";
import { bash } from "./bash-command.ts";

const before = { ...process.env };
afterEach(() => {
	for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
	Object.assign(process.env, before);
});

test("a command sees these variables and no others", () => {
	process.env.PATH = "/opt/tools:/usr/bin";
	expect(commandEnvironment({ workspace: "/tmp/assay-1/workspace", folders: privateFolders("/tmp/assay-1/workspace") })).toEqual({
		PATH: "/opt/tools:/usr/bin",
		HOME: "/tmp/assay-1/home",
		TMPDIR: "/tmp/assay-1/tmp",
		LC_ALL: "C.UTF-8",
		LANG: "C.UTF-8",
		TZ: "UTC",
		TERM: "dumb",
		CI: "true",
		NO_COLOR: "1",
		WORKSPACE: "/tmp/assay-1/workspace",
	});
});

test("a secret of the harness reaches no command", async () => {
	process.env.ANTHROPIC_API_KEY = "canary-4711";
	process.env.NODE_OPTIONS = "--title=canary-4711";
	const env = commandEnvironment({ workspace: "/tmp", folders: privateFolders("/tmp") });
	const { output, exitCode } = await runProcess(bash("env; cat /proc/self/environ; set", { env }), null);
	expect(exitCode).toBe(0);
	expect(output).toContain("WORKSPACE=/tmp");
	expect(output).not.toContain("canary");
});

test("PATH entries that would mean another folder in every workspace are left out", () => {
	process.env.PATH = "node_modules/.bin::/usr/bin:.";
	expect(commandEnvironment({ workspace: "/w/x", folders: privateFolders("/w/x") }).PATH).toBe("/usr/bin");
	delete process.env.PATH;
	expect(commandEnvironment({ workspace: "/w/x", folders: privateFolders("/w/x") }).PATH).toBe("/usr/local/bin:/usr/bin:/bin");
});

test("home and temporary folder lie beside the workspace", () => {
	expect(privateFolders("/a/b/workspace")).toEqual({ home: "/a/b/home", tmp: "/a/b/tmp" });
});
