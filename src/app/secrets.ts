import type { Arm } from "../case/case.ts";
import type { Environment } from "./open-models.ts";

const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
const LEAST_CHARACTERS = 8;

/** Values that may reach no file: of every arm's key variable and of those that are named like a secret (DESIGN §8). */
export function secretsOf(env: Environment, arms: readonly Arm[]): readonly { readonly find: string; readonly replace: string }[] {
	const keys = new Set(arms.flatMap((arm) => (arm.apiKeyEnv === null ? [] : [arm.apiKeyEnv])));
	return Object.entries(env).flatMap(([name, value]) => {
		const isSecret = keys.has(name) || SECRET_NAME.test(name);
		return isSecret && value !== undefined && value.length >= LEAST_CHARACTERS ? [{ find: value, replace: `[${name}]` }] : [];
	});
}
