import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/program.ts";
import { tempFolder } from "../support/temp-folder.ts";

const LIVE = { provider: "anthropic", model: "m", api_key_env: "SOME_KEY", default: true };

function stated(stdout: string): Readonly<Record<string, string>> {
	return Object.fromEntries(JSON.parse(stdout).findings.map(({ name, state }: { name: string; state: string }) => [name, state]));
}

describe("assay doctor", () => {
	test("says what this machine offers, also where there is no suite", async () => {
		await using folder = await tempFolder();
		const { code, stdout } = await assay(["doctor"], { cwd: folder.path });
		expect(code).toBe(0);
		expect(stdout).toMatch(/^ok {4}isolation {5}bwrap: every attempt to break out was contained/m);
		expect(stdout).toMatch(/^note {2}suite {9}no assay\.yaml here or above$/m);
	});

	test("names what the suite asks for and cannot have: a level that does not hold, a key that is not set", async () => {
		await using folder = await tempFolder({
			"assay.yaml": JSON.stringify({ isolation: "required", arms: { live: LIVE, other: { ...LIVE, default: false } } }),
			"bin/.keep": "",
		});
		const bin = join(folder.path, "bin");
		for (const program of ["bash", "sh"]) symlinkSync(`/bin/${program}`, join(bin, program));
		const without = await assay(["doctor", "--json"], { cwd: folder.path, env: { PATH: bin } });
		expect(without.code).toBe(2);
		expect(stated(without.stdout)).toMatchObject({ isolation: "missing", git: "note", "key of live": "missing", "key of other": "note" });
		const withAll = await assay(["doctor", "--json"], { cwd: folder.path, env: { SOME_KEY: "sk-canary-4711" } });
		expect([withAll.code, withAll.stdout.includes("canary")]).toEqual([0, false]);
		expect(stated(withAll.stdout)).toMatchObject({ isolation: "ok", "key of live": "ok" });
	});
});
