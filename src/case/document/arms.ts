import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { digest, sha256 } from "../../core/digest.ts";
import type { JsonObject } from "../../core/json.ts";
import { by } from "../../core/order.ts";
import type { Arm } from "../case.ts";
import { type Finding, finding } from "../problem/finding.ts";
import { type ArmDocuments, armFindings, BUILT_IN_ARMS } from "./arm-rules.ts";
import type { ArmDocument } from "./config-document.ts";

type Decoded = { readonly arms: readonly Arm[]; readonly findings: readonly Finding[] };

/** The arms of a suite by name, and what is wrong with them between their keys. Files are relative to the root. */
export async function decodeArms(documents: ArmDocuments, root: string): Promise<Decoded> {
	const arms: Arm[] = [];
	const all = { ...BUILT_IN_ARMS, ...documents };
	const findings: Finding[] = [...armFindings(all)];
	for (const [name, document] of Object.entries(all)) {
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
	const { retry, overrides: laid = {} } = document;
	const overrides: JsonObject = retry === undefined ? laid : { ...laid, retry: { ...laid.retry, ...retry } };
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

async function scriptOf(name: string, { provider, file }: ArmDocument, root: string): Promise<Script> {
	if (provider !== "script" || file === undefined) return { path: null, sha256: null, findings: [] };
	const path = resolve(root, file);
	const bytes = await readFile(path).catch(() => null);
	if (bytes !== null) return { path, sha256: sha256(bytes), findings: [] };
	return {
		path: null,
		sha256: null,
		findings: [finding(["arms", name, "file"], `there is no script "${file}"`, "write its path relative to assay.yaml")],
	};
}
