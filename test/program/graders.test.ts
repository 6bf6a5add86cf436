import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/program.ts";
import { readCard } from "../support/run-files.ts";
import { SAY_READY, suiteFiles } from "../support/suite-files.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** The verdict of one case whose agent runs this command and then says that it is ready. */
async function verdictAfter(command: string, verify: string): Promise<string | undefined> {
	const subject = { ...SAY_READY, oracle: [{ shell: { command } }, { say: "ready" }], expect: { verify } };
	await using folder = await tempFolder(suiteFiles({ cases: { one: subject } }));
	await assay(["run", "-a", "oracle", "-o", "out"], { cwd: folder.path });
	return readCard(join(folder.path, "out")).trials[0]?.verdict;
}

test("what an agent leaves in its home does not speak for it: graders have one of their own", async () => {
	expect(await verdictAfter("echo yes > $HOME/.trusted; echo yes > $TMPDIR/trusted", "cat $HOME/.trusted || cat $TMPDIR/trusted")).toBe(
		"fail",
	);
	expect(await verdictAfter("mkdir ../grader-home; echo yes > ../grader-home/.trusted", "cat $HOME/.trusted")).toBe("fail");
});

test("an agent that removes its workspace is graded, not excused", async () => {
	expect(await verdictAfter("rm -rf $PWD", "test -e a")).toBe("fail");
});
