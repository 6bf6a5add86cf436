import type { Arm } from "../case/case.ts";
import { loadConfig } from "../case/config.ts";
import { upward } from "../case/find/find-config.ts";
import type { SuiteConfig } from "../case/suite.ts";
import { UsageError } from "../core/error.ts";
import { runProcess } from "../isolation/run-process.ts";
import { chooseIsolation } from "./choose-isolation.ts";
import { VERSION } from "./version.ts";

/** One thing that the machine offers or lacks. `missing` is what the suite here asks for and cannot have. */
export type Finding = { readonly name: string; readonly state: "ok" | "note" | "missing"; readonly value: string };

type Asked = { readonly config: string | null; readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> };

/** What this machine offers: program, Node, isolation, git, and the suite here with the keys of its arms. Runs nothing of the suite. */
export async function examineMachine({ config, cwd, env }: Asked): Promise<readonly Finding[]> {
	const suite = await suiteHere(config, cwd);
	return [
		{ name: "assay", state: "ok", value: VERSION },
		{ name: "node", state: "ok", value: process.version },
		await isolationOf(suite),
		await gitOf(),
		suite === null
			? { name: "suite", state: "note", value: "no assay.yaml here or above" }
			: { name: "suite", state: "ok", value: suite.file },
		...(suite?.arms ?? []).filter(({ apiKeyEnv }) => apiKeyEnv !== null).map((arm) => keyOf(arm, env)),
	];
}

async function suiteHere(config: string | null, cwd: string): Promise<SuiteConfig | null> {
	if (config === null && (await upward(cwd)) === null) return null;
	return await loadConfig({ configFile: config, cwd, paths: [] });
}

async function isolationOf(suite: SuiteConfig | null): Promise<Finding> {
	const asked = suite?.isolation ?? "auto";
	try {
		const { isolation, notice } = await chooseIsolation(asked, suite?.mounts ?? []);
		const { level } = isolation;
		return { name: "isolation", state: notice === null ? "ok" : "note", value: notice ?? levelText(level, asked) };
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return { name: "isolation", state: "missing", value: error.message };
	}
}

function levelText(level: string, asked: string): string {
	return level === "none" ? "none, as the suite asks" : `${level}: every attempt to break out was contained (${asked} is asked for)`;
}

async function gitOf(): Promise<Finding> {
	const env = { PATH: process.env.PATH ?? "" };
	const command = { argv: ["git", "--version"] as const, cwd: "/", env, names: [], timeoutMs: 5_000, outputBytes: 1_000 };
	const { exitCode, output } = await runProcess(command, null);
	return exitCode === 0
		? { name: "git", state: "ok", value: output.trim() }
		: { name: "git", state: "note", value: "not found: run.json will not say at which commit a suite stood" };
}

/** Never the key itself. */
function keyOf({ name, apiKeyEnv, isDefault }: Arm, env: Asked["env"]): Finding {
	const variable = apiKeyEnv ?? "";
	const isSet = (env[variable] ?? "") !== "";
	const lacking = isDefault ? "missing" : "note";
	return { name: `key of ${name}`, state: isSet ? "ok" : lacking, value: `${variable} is ${isSet ? "set" : "not set"}` };
}
