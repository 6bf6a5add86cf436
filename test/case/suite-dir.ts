import { loadSuite } from "../../src/case/load.ts";
import type { LoadPorts } from "../../src/case/ports.ts";
import type { Selection } from "../../src/case/select.ts";
import type { Suite } from "../../src/case/suite.ts";
import { UsageError } from "../../src/core/error.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { type Files, tempFolder } from "../support/temp-folder.ts";

/** Ports with the six usual tools, whose fixtures are sound and all alike. */
export const PORTS: LoadPorts = {
	tools: new Map([
		["fs_list", { readOnly: true, faultOf: () => null }],
		["fs_read", { readOnly: true, faultOf: ({ pth }: JsonObject) => (pth === undefined ? null : "unknown: pth") }],
		["fs_search", { readOnly: true, faultOf: () => null }],
		["fs_write", { readOnly: false, faultOf: () => null }],
		["fs_edit", { readOnly: false, faultOf: () => null }],
		["shell", { readOnly: false, faultOf: () => null }],
	]),
	inspectScript: async () => ({ cases: [], problems: [] }),
	inspectFixture: async () => ({ digest: "d".repeat(64), problems: [] }),
};

/** A case that nothing is wrong with, to be gone on from line 4. */
export const SOUND = "prompt: hi\ntags: [x]\nexpect: {contains: [a]}\n";

const CONFIG = { "assay.yaml": "name: test\n" };

/** Loads a suite made of files; `assay.yaml` is a bare one when it is not among them. */
export async function loadFiles(files: Files, selection: Partial<Selection> = {}, ports: LoadPorts = PORTS): Promise<Suite> {
	await using dir = await tempFolder({ ...CONFIG, ...files });
	return await loadSuite(null, { cwd: dir.path, paths: [], tags: [], notTags: [], caseGlobs: [], ...selection }, ports);
}

/** The lines of the UsageError that loading files throws; the temporary folder reads `<dir>`. */
export async function refusalOf(files: Files, selection: Partial<Selection> = {}, ports: LoadPorts = PORTS): Promise<readonly string[]> {
	return linesOf(() => loadFiles(files, selection, ports));
}

export async function linesOf(act: () => unknown): Promise<readonly string[]> {
	try {
		await act();
	} catch (error) {
		if (error instanceof UsageError) return error.message.split("\n");
		throw error;
	}
	return [];
}
