import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseDocument } from "yaml";
import { CASES } from "./places.mjs";

/** Every case of the suite with its defaults, one for each row where it has rows: `{id, file, doc}`. */
export function loadCases() {
	return readdirSync(CASES, { recursive: true })
		.filter((file) => file.endsWith(".yaml") && !file.endsWith("_defaults.yaml"))
		.sort()
		.flatMap(loadFile);
}

function loadFile(file) {
	const id = file.slice(0, -".yaml".length);
	const folder = dirname(file);
	const defaults = existsSync(`${CASES}${folder}/_defaults.yaml`) ? parse(`${folder}/_defaults.yaml`) : {};
	const { rows, prompt_file: promptFile, ...doc } = merge(defaults, parse(file));
	if (promptFile !== undefined) doc.prompt = readFileSync(`${CASES}${folder}/${promptFile}`, "utf8");
	if (rows === undefined) return [{ id, file, doc }];
	const lines = readFileSync(`${CASES}${folder}/${rows}`, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	return lines.map((row) => ({ id: `${id}/${row.id}`, file, doc: fillIn(doc, row) }));
}

function parse(file) {
	const document = parseDocument(readFileSync(`${CASES}${file}`, "utf8"));
	const [problem] = [...document.errors, ...document.warnings];
	if (problem !== undefined) throw new Error(`cases/${file}: ${problem.message}`);
	return document.toJS();
}

function merge(defaults, own) {
	const merged = { ...defaults, ...own };
	for (const key of Object.keys(own)) {
		if (isMap(defaults[key]) && isMap(own[key])) merged[key] = merge(defaults[key], own[key]);
	}
	return merged;
}

function isMap(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fillIn(value, row) {
	if (typeof value === "string") return value.replaceAll(/\{\{(\w+)\}\}/g, (_, field) => row[field]);
	if (Array.isArray(value)) return value.map((item) => fillIn(item, row));
	if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, row)]));
	return value;
}
