import { userInfo } from "node:os";
import { caseForArm } from "../case/arm-case.ts";
import type { Arm, Case } from "../case/case.ts";
import type { Suite } from "../case/suite.ts";
import { usageError } from "../core/error.ts";
import { nameSome } from "../core/name-some.ts";

/** As root (user 0), commands that a live model wrote do not run without isolation: they could do anything (DESIGN §8). Throws a UsageError. */
export function refuseUnsandboxed({ cases }: Suite, arms: readonly Arm[], user: number = userInfo().uid): void {
	if (user !== 0) return;
	const live = arms.filter(({ provider }) => provider === "anthropic");
	const offered = live.flatMap((arm) =>
		cases.filter((subject) => runsCommands(caseForArm(subject, arm))).map(({ id }) => `${arm.name}/${id}`),
	);
	if (offered.length === 0) return;
	throw usageError(
		`as root, a live model's commands would run without isolation: ${nameSome(offered)}`,
		"run as an ordinary user, withhold `shell`, or say --allow-unsandboxed",
	);
}

function runsCommands({ tools, withhold, phase }: Case): boolean {
	return phase === "execute" && tools.includes("shell") && !withhold.includes("shell");
}
