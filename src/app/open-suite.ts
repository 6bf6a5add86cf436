import { loadSuite } from "../case/load.ts";
import type { Selection } from "../case/select.ts";
import type { Suite } from "../case/suite.ts";
import { TOOLS } from "../tool/registry.ts";
import { inspectFixture } from "../workspace/fixture.ts";

/** Loads a suite with the tools and the fixture checks of this program. Throws one UsageError with every problem. */
export function openSuite(configFile: string | null, selection: Selection): Promise<Suite> {
	return loadSuite(configFile, selection, { tools: TOOLS, inspectFixture });
}
