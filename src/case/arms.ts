import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { digest, sha256 } from "../core/digest.ts";
import type { JsonObject } from "../core/json.ts";
import { by } from "../core/order.ts";
import type { Arm } from "./case.ts";
import type { ArmDocument } from "./config-document.ts";
import { type Finding, finding } from "./finding.ts";

type ArmDocuments = Readonly<Record<string, ArmDocument>>;
type Decoded = { readonly arms: readonly Arm[]; readonly findings: readonly Finding[] };

/** Arms that need no word in `assay.yaml`. */
const BUILT_IN: ArmDocuments = { nop: { provider: "nop" }, oracle: { provider: "oracle" } };

/** Keys that only some providers act on. */
const KEYS_OF: Readonly<Record<Arm["provider"], readonly string[]>> = {
	anthropic: ["model", "base_url", "api_key_env", "params"],
	script: ["model", "file"],
	oracle: [],
	nop: [],
};

/** The arms of a suite by name, and what is wrong with them between their keys. Files are relative to the root. */
export async function decodeArms(documents: ArmDocuments, root: string): Promise<Decoded> {
	const arms: Arm[] = [];
	const all = { ...BUILT_IN, ...documents };
	const findings: Finding[] = nameFindings(Object.keys(all));
	for (const [name, document] of Object.entries(all)) {
		findings.push(...keyFindings(name, document));
		const script = await scriptOf(name, document, root);
		findings.push(...script.findings);
		arms.push(decodeArm(name, document, script));
	}
	return { arms: arms.sort(by(({ name }) => name)), findings };
}

type Script = { readonly path: string | null; readonly sha256: string | null; readonly findings: readonly Finding[] };

/** The digest leaves out what says where an arm is reached: transport keys, and where its script lies. */
function decodeArm(name: string, document: ArmDocument, script: Script): Arm {
	const { provider, model = null, params = {} } = document;
	const overrides: JsonObject = document.overrides ?? {};
	return {
		name,
		provider,
		isDefault: document.default ?? false,
		model,
		file: script.path,
		baseUrl: document.base_url ?? null,
		apiKeyEnv: document.api_key_env ?? (provider === "anthropic" ? "ANTHROPIC_API_KEY" : null),
		params,
		overrides,
		digest: digest({ name, provider, model, script: script.sha256, params, overrides }),
	};
}

function nameFindings(names: readonly string[]): Finding[] {
	const seen = new Map<string, string>();
	return names.flatMap((name) => {
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
	const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name]?.provider : undefined;
	if (builtIn !== undefined && builtIn !== provider) {
		return [finding(["arms", name, "provider"], `the arm "${name}" is built in, with provider ${builtIn}`, "give yours another name")];
	}
	const specific = new Set(Object.values(KEYS_OF).flat());
	const idle = Object.keys(document).filter((key) => specific.has(key) && !KEYS_OF[provider].includes(key));
	const needed = { anthropic: "model", script: "file", oracle: null, nop: null }[provider];
	const isMissing = needed !== null && !Object.hasOwn(document, needed);
	return [
		...idle.map((key) => keyFinding(["arms", name, key], `"${key}" does nothing for provider ${provider}`, "take it out")),
		...(isMissing ? [finding(["arms", name, needed], `provider ${provider} needs "${needed}"`, `add \`${needed}: …\``)] : []),
	];
}

async function scriptOf(name: string, { provider, file }: ArmDocument, root: string): Promise<Script> {
	if (provider !== "script" || file === undefined) return { path: null, sha256: null, findings: [] };
	const path = resolve(root, file);
	const bytes = await readFile(path).catch(() => null);
	if (bytes !== null) return { path, sha256: sha256(bytes), findings: [] };
	return {
		path,
		sha256: null,
		findings: [finding(["arms", name, "file"], `there is no script "${file}"`, "write its path relative to assay.yaml")],
	};
}

function keyFinding(path: readonly string[], what: string, remedy: string): Finding {
	return { paths: [path], part: "key", what, remedy };
}
