import { loadSuite } from "../case/load.ts";
import type { Selection } from "../case/select.ts";
import type { Suite } from "../case/suite.ts";
import { TOOLS } from "../tool/registry.ts";
import { inspectFixture } from "../workspace/fixture.ts";
import { inspectScript } from "./inspect-script.ts";

const EVERYTHING: Omit<Selection, "cwd"> = { paths: [], tags: [], notTags: [], caseGlobs: [] };

/**
 * Loads a suite with the tools and the fixture checks of this program: the one of `configFile` (a file or its folder), else
 * the one around `cwd`, else around the first path. What a selection leaves out selects everything, seen from the process's
 * own folder. Throws one UsageError with every problem of every file.
 */
export function openSuite(configFile: string | null, selection: Partial<Selection> = {}): Promise<Suite> {
	return loadSuite(configFile, { cwd: process.cwd(), ...EVERYTHING, ...selection }, { tools: TOOLS, inspectFixture, inspectScript });
}
