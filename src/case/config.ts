import { homedir } from "node:os";
import { dirname, relative, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import type { Arm } from "./case.ts";
import { armNameFindings } from "./document/arm-rules.ts";
import { decodeArms } from "./document/arms.ts";
import { DEFAULT_CASE_GLOBS, DEFAULT_DIFF_IGNORE } from "./document/built-in.ts";
import { listOf } from "./document/case-document.ts";
import { decodeCaseDocument } from "./document/case-schema.ts";
import type { ConfigDocument } from "./document/config-document.ts";
import { decodeConfigDocument } from "./document/config-schema.ts";
import { scaled } from "./document/decimal.ts";
import { decodePrice } from "./document/prices.ts";
import { type ConfigOptions, findConfig } from "./find/find-config.ts";
import { type Finding, located, within } from "./problem/finding.ts";
import type { Layer } from "./problem/layer.ts";
import { type ProblemLog, problemLog, valueOr } from "./problem/problems.ts";
import { type KnownTools, unknownToolFindings } from "./rule/tool-rules.ts";
import type { SuiteConfig } from "./suite.ts";
import { readText } from "./text/decode-text.ts";
import { parseLayer } from "./text/parse-layer.ts";

/** A config with the document that it was read from. */
export type ReadConfig = { readonly config: SuiteConfig; readonly layer: Layer };

/** Finds and reads `assay.yaml`. Throws one UsageError with all that is wrong with it. */
export async function loadConfig(options: ConfigOptions): Promise<SuiteConfig> {
	const log = problemLog();
	const { config } = await readConfig(await findConfig(options), { cwd: options.cwd, tools: null }, log);
	log.refuseIfAny();
	return config;
}

/** Who reads: where they stand, and the tools that exist where overrides are to be checked against them. */
export type Reader = { readonly cwd: string; readonly tools: KnownTools | null };

/** Reads a config file. What is wrong is reported, and left out of the config; throws when nothing of it can be read. */
export async function readConfig(path: string, { cwd, tools }: Reader, log: ProblemLog): Promise<ReadConfig> {
	const shown = relative(cwd, path);
	const text = valueOr(await readText({ path, shown }), log);
	const layer = text === null ? null : valueOr(parseLayer(text, { shown, firstLine: 1 }), log);
	if (layer === null) return log.refuse();
	log.reportFlaws(layer.flaws);
	const { document, findings } = decodeConfigDocument(layer.value);
	const { arms, findings: armFindings } = await decodeArms(document?.arms ?? {}, dirname(path));
	const written = isJsonObject(layer.value.arms) ? layer.value.arms : {};
	const nameFindings = armNameFindings(Object.keys(written));
	const toolFindings = tools === null ? [] : overridesFindings(written, tools);
	log.report([...findings, ...nameFindings, ...armFindings, ...toolFindings].map((found) => located(found, [layer])));
	return { config: settleConfig(document ?? {}, path, arms), layer };
}

/** Of arms as they are written: an arm whose provider is wrong may name tools wrong too. */
function overridesFindings(arms: JsonObject, tools: KnownTools): readonly Finding[] {
	return Object.entries(arms).flatMap(([name, arm]) => {
		const overrides = isJsonObject(arm) && isJsonObject(arm.overrides) ? arm.overrides : {};
		const { document } = decodeCaseDocument(overrides);
		return unknownToolFindings(document ?? {}, tools).map((found) => within(["arms", name, "overrides"], found));
	});
}

function settleConfig(document: ConfigDocument, file: string, arms: readonly Arm[]): SuiteConfig {
	const root = dirname(file);
	return {
		root,
		file,
		name: document.name ?? "suite",
		caseGlobs: document.cases === undefined ? DEFAULT_CASE_GLOBS : listOf(document.cases),
		fixturesDir: resolve(root, document.fixtures ?? "fixtures"),
		reportsDir: resolve(root, document.reports ?? "reports"),
		seed: String(document.seed ?? "0"),
		concurrency: document.concurrency ?? 4,
		arms,
		prices: new Map(Object.entries(document.prices ?? {}).map(([model, price]) => [model, decodePrice(price)])),
		pool: settlePool(document.pool ?? {}),
		isolation: document.isolation ?? "auto",
		mounts: (document.mounts ?? []).map((path) => resolve(root, path.replace(/^~(?=\/|$)/, homedir()))),
		diffIgnore: document.diff?.ignore ?? DEFAULT_DIFF_IGNORE,
	};
}

function settlePool({ tokens, usd, waste = 0.1 }: NonNullable<ConfigDocument["pool"]>): SuiteConfig["pool"] {
	return { tokens: tokens ?? null, nanoUsd: usd === undefined ? null : scaled(usd, 9), waste };
}
