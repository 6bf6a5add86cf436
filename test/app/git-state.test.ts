import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitState } from "../../src/app/git-state.ts";
import { tempFolder } from "../support/temp-folder.ts";

function git(cwd: string, ...args: readonly string[]): string {
	return execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, encoding: "utf8" }).trim();
}

describe("the commit of a suite", () => {
	test("is told, and whether anything in the suite was changed since", async () => {
		await using dir = await tempFolder({ "suite/a.txt": "a", "beside/b.txt": "b" });
		git(dir.path, "init", "-q");
		git(dir.path, "add", ".");
		git(dir.path, "commit", "-qm", "all");
		const suite = join(dir.path, "suite");
		const commit = git(dir.path, "rev-parse", "HEAD");
		expect(await gitState(suite)).toEqual({ commit, dirty: false });
		await writeFile(join(dir.path, "beside/b.txt"), "changed");
		await writeFile(join(suite, "report.txt"), "untracked");
		expect(await gitState(suite)).toEqual({ commit, dirty: false });
		await writeFile(join(suite, "a.txt"), "changed");
		expect(await gitState(suite)).toEqual({ commit, dirty: true });
	});

	test("is none where there is no commit", async () => {
		await using dir = await tempFolder();
		expect(await gitState(dir.path)).toBeNull();
		git(dir.path, "init", "-q");
		expect(await gitState(dir.path)).toBeNull();
	});
});
