import { expect, test } from "vitest";
import { runBundled } from "../workspace/bundled.ts";

const SCRIPT = `
import { noIsolation } from "./isolation/none.ts";
const command = (line: string) => ({ argv: ["bash", "-c", line], cwd: "/tmp", env: { PATH: "/usr/bin:/bin" }, timeoutMs: 3_600_000, outputBytes: 100 });
const controller = new AbortController();
noIsolation
	.run(command("sleep 1000 & setsid sleep 1000 & echo done"), controller.signal)
	.then((first) => {
		process.stdout.write(first.output);
		return noIsolation.run(command("exec assay-nonesuch"), controller.signal);
	})
	.then((second) => process.stdout.write([second.exitCode, ...process.getActiveResourcesInfo().filter((kind) => kind === "Timeout")].join(" ")));
`;

test("after its commands nothing keeps the harness's process going: no timer, no pipe", async () => {
	expect(await runBundled(SCRIPT)).toBe("done\n127");
});
