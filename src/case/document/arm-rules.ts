import type { Arm } from "../case.ts";
import { type Finding, finding } from "../problem/finding.ts";
import type { ArmDocument } from "./config-document.ts";

export type ArmDocuments = Readonly<Record<string, ArmDocument>>;

/** Arms that need no word in `assay.yaml`. */
export const BUILT_IN_ARMS: ArmDocuments = { nop: { provider: "nop" }, oracle: { provider: "oracle" } };

type ArmKeys = { readonly needed: readonly string[]; readonly taken: readonly string[] };

/** Keys that only some providers act on. */
const KEYS_OF: Readonly<Record<Arm["provider"], ArmKeys>> = {
	anthropic: { needed: ["model"], taken: ["base_url", "api_key_env", "params"] },
	script: { needed: ["file"], taken: ["model"] },
	oracle: { needed: [], taken: [] },
	nop: { needed: [], taken: [] },
};
const SPECIFIC_KEYS: readonly string[] = Object.values(KEYS_OF).flatMap(({ needed, taken }) => [...needed, ...taken]);

/** What is wrong between the keys of arms, the built-in ones among them. */
export function armFindings(documents: ArmDocuments): readonly Finding[] {
	return Object.entries(documents).flatMap(([name, document]) => keyFindings(name, document));
}

/** What is wrong with the names of arms as they are written, whatever is wrong with the arms. */
export function armNameFindings(written: readonly string[]): readonly Finding[] {
	const seen = new Map<string, string>();
	return [...new Set([...Object.keys(BUILT_IN_ARMS), ...written])].flatMap((name) => {
		const [path, folded] = [["arms", name], name.toLowerCase()];
		const other = seen.get(folded);
		seen.set(folded, name);
		if (!/^[A-Za-z0-9._-]+$/.test(name) || name === "." || name === "..") {
			return [keyFinding(path, `the name of an arm may not be "${name}"`, "use letters, digits, ., _ and -")];
		}
		return other === undefined ? [] : [keyFinding(path, `the arms "${other}" and "${name}" differ only by case`, "rename one")];
	});
}

function keyFindings(name: string, document: ArmDocument): readonly Finding[] {
	const { provider } = document;
	const builtIn = Object.hasOwn(BUILT_IN_ARMS, name) ? BUILT_IN_ARMS[name]?.provider : undefined;
	if (builtIn !== undefined && builtIn !== provider) {
		return [finding(["arms", name, "provider"], `the arm "${name}" is built in, with provider ${builtIn}`, "give yours another name")];
	}
	const { needed, taken } = KEYS_OF[provider];
	const idle = Object.keys(document).filter((key) => SPECIFIC_KEYS.includes(key) && !needed.includes(key) && !taken.includes(key));
	const missing = needed.filter((key) => !Object.hasOwn(document, key));
	return [
		...idle.map((key) => keyFinding(["arms", name, key], `"${key}" does nothing for provider ${provider}`, "take it out")),
		...missing.map((key) => finding(["arms", name, key], `provider ${provider} needs "${key}"`, `add \`${key}: …\``)),
	];
}

function keyFinding(path: readonly string[], what: string, remedy: string): Finding {
	return { paths: [path], part: "key", what, remedy };
}
