import { examineMachine, type Finding } from "../../app/examine-machine.ts";
import { EXIT } from "../../app/exit-code.ts";
import { prettyJson } from "../../core/json.ts";
import { printableLine } from "../../view/printable.ts";
import type { Arguments, Io } from "../option.ts";

const SIGNS = { ok: "ok  ", note: "note", missing: "MISS" } as const;

/** `assay doctor`: what this machine offers, and what the suite here asks for and cannot have. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const findings = await examineMachine({ config: args.text("config"), cwd: io.cwd, env: io.env });
	if (args.flag("json")) io.print(prettyJson({ findings: findings.map((finding) => ({ ...finding })) }));
	else io.print(findings.map(lineOf).join("\n"));
	return findings.some(({ state }) => state === "missing") ? EXIT.usage : EXIT.passed;
}

function lineOf({ name, state, value }: Finding): string {
	return `${SIGNS[state]}  ${name.padEnd(12)}  ${printableLine(value, 400)}`;
}
