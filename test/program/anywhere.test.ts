import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay, BIN, type Ended, startProgram } from "../support/program.ts";
import { callsOf, cardBytes, cardSha, filesBelow } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { BUSY_ARMS, busySuite } from "./busy-suite.ts";

type Place = { readonly cwd: string; readonly tmp: string; readonly env: Readonly<Record<string, string>>; readonly umask: string };

/** Runs `assay` as it would be run in this place. */
function runIn({ cwd, tmp, env, umask }: Place, args: readonly string[]): Promise<Ended> {
	mkdirSync(tmp, { recursive: true });
	const shell = ["sh", "-c", `umask ${umask}; exec "$@"`, "sh", process.execPath, BIN];
	return startProgram([...shell, ...args], { cwd, env: { TMPDIR: tmp, ...env } }).ended;
}

const RUN = ["run", ...BUSY_ARMS, "-o"];
const turned = (process.env.PATH ?? "").split(delimiter).reverse().join(delimiter);

function recordingsOf(run: string): ReadonlyMap<string, string> {
	const trials = join(run, "trials");
	return new Map(filesBelow(trials).map((file) => [file.slice(trials.length), readFileSync(file, "utf8")]));
}

describe("a card does not know where it was made", () => {
	test("another folder, TMPDIR, HOME, time zone, locale, order of PATH, umask and working folder give the same bytes, recordings too", async () => {
		await using here = await tempFolder(busySuite());
		await using there = await tempFolder();
		const suite = join(there.path, "a much longer name, with spaces (and more) ü", "suite");
		cpSync(here.path, suite, { recursive: true, verbatimSymlinks: true });
		symlinkSync(suite, join(there.path, "linked"));
		const plain = { cwd: here.path, tmp: join(here.path, "tmp"), env: { TZ: "UTC", LC_ALL: "C", HOME: here.path }, umask: "022" };
		const moved = {
			cwd: "/",
			tmp: join(there.path, "a/rather/deep/temporary/folder/of/quite/some/length"),
			env: { TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", HOME: "/nonexistent", PATH: turned, ASSAY_TEST: "x" },
			umask: "077",
		};

		const ends = [
			await runIn(plain, [...RUN, "out"]),
			await runIn(plain, [...RUN, join(there.path, "another-out")]),
			await runIn(moved, [...RUN, join(there.path, "moved"), "-C", suite]),
			await runIn({ ...moved, cwd: join(there.path, "linked", "cases") }, [...RUN, join(there.path, "linked-out")]),
		];

		expect(ends.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
		const sha = cardSha(join(here.path, "out"));
		const told = recordingsOf(join(here.path, "out"));
		expect(told.size).toBe(24);
		for (const run of ["another-out", "moved", "linked-out"]) {
			expect([run, cardSha(join(there.path, run))]).toEqual([run, sha]);
			expect(recordingsOf(join(there.path, run))).toEqual(told);
		}
	});

	test("a run and its suite may be moved: `report` and, told where the suite is, `grade` write the same bytes again", async () => {
		await using here = await tempFolder(busySuite());
		await runIn({ cwd: here.path, tmp: join(here.path, "tmp"), env: {}, umask: "022" }, [...RUN, "out"]);
		const sha = cardSha(join(here.path, "out"));
		await using there = await tempFolder();
		renameSync(join(here.path, "out"), join(there.path, "moved"));
		renameSync(join(here.path), join(there.path, "suite"));
		const ends = [];
		for (const again of [["report"], ["grade", "-C", "suite"]]) {
			rmSync(join(there.path, "moved/scorecard.json"));
			ends.push((await assay([...again, "moved"], { cwd: there.path })).code, cardSha(join(there.path, "moved")));
		}

		expect(ends).toEqual([1, sha, 1, sha]);
		expect(await assay(["grade", "moved"], { cwd: there.path })).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/^no config file .*assay\.yaml"; /),
		});
	});

	test("a card holds no date, host, user, folder or duration", async () => {
		await using folder = await tempFolder(busySuite());
		const tmp = join(folder.path, "tmp-canary");
		await runIn({ cwd: folder.path, tmp, env: { HOME: join(folder.path, "home-canary") }, umask: "022" }, [...RUN, "out"]);

		const card = cardBytes(join(folder.path, "out"));
		expect(card).not.toMatch(
			/\b20\d\d-\d\d|\b20\d{6}T|canary|"\w*(duration|elapsed|_ms|time|started|finished|ended(?!_on_failed_call)|host|cwd|pid)\w*" *:/,
		);
		for (const place of [folder.path, hostname(), `${userInfo().username}@`, process.version]) expect(card).not.toContain(place);
	});

	test.each([
		["output that is long and full of paths", 'for i in $(seq 3000); do echo "$PWD $PWD $PWD $PWD $PWD"; done'],
		["the mode of new files", "umask; touch made; stat -c %a made"],
		["places, locale and time", 'pwd; echo "$HOME $TMPDIR $TZ $LANG"; printf "B\\na\\n\\303\\204\\n" | sort; date -d @0 +%T'],
	])("a command says the same everywhere: %s", async (_, command) => {
		await using folder = await tempFolder(
			suiteFiles({ cases: { one: SAY_READY }, scripts: { busy: { "*": [{ shell: { command } }, { say: "ready" }] } } }),
		);
		const args = ["-a", "busy", "-o"];
		const plain = { cwd: folder.path, tmp: join(folder.path, "t"), env: { TZ: "UTC" }, umask: "022" };
		const other = { ...plain, tmp: join(folder.path, "t".repeat(60)), env: { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8" }, umask: "077" };
		await runIn(plain, ["run", ...args, "a"]);
		await runIn(other, ["run", ...args, "b"]);

		const [a, b] = ["a", "b"].map((run) => callsOf(join(folder.path, run), "busy/one/1")[0]?.result);
		expect(b?.slice(-300)).toBe(a?.slice(-300));
		expect(b?.length).toBe(a?.length);
		expect(cardSha(join(folder.path, "b"))).toBe(cardSha(join(folder.path, "a")));
	});
});
