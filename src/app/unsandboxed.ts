import { userInfo } from "node:os";
import type { Arm } from "../case/case.ts";
import type { Suite } from "../case/suite.ts";
import { usageError } from "../core/error.ts";

/** As root, commands that a live model wrote do not run without isolation: they could do anything (DESIGN §8). Throws a UsageError. */
export function refuseUnsandboxed({ cases }: Suite, arms: readonly Arm[]): void {
	const live = arms.filter((arm) => arm.provider === "anthropic").map((arm) => arm.name);
	const offered = cases.filter(
		({ tools, withhold, phase }) => phase === "execute" && tools.includes("shell") && !withhold.includes("shell"),
	);
	if (live.length === 0 || offered.length === 0 || userInfo().uid !== 0) return;
	throw usageError(
		`as root, the commands of ${live.join(", ")} would run without isolation, in ${offered.length} cases such as ${offered[0]?.id}`,
		"run as an ordinary user, withhold `shell`, or say --allow-unsandboxed",
	);
}
