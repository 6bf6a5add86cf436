import type { Arm } from "../case/case.ts";
import type { Replacement } from "../core/scrub.ts";
import type { Environment } from "./open-models.ts";

const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
const LEAST_CHARACTERS = 8;

/** Values that may reach no file: of every arm's key variable and of those that are named like a secret (DESIGN §8). */
export function secretsOf(env: Environment, arms: readonly Arm[]): readonly Replacement[] {
	const keys = new Set(arms.map(({ apiKeyEnv }) => apiKeyEnv));
	return Object.entries(env).flatMap(([name, value]) => {
		const secret = keys.has(name) || SECRET_NAME.test(name) ? (value ?? "").trim() : "";
		return secret.length >= LEAST_CHARACTERS ? [{ find: secret, replace: `[${name}]` }] : [];
	});
}
