import { renderSamples } from "./notes-files.mjs";
import { seeded } from "./seed.mjs";
import { acceptedAt, drawSamples, massOf, samples, sites } from "./station.mjs";

/** What `codegen/tally` is graded on beside the table of the fixture: one that the agent never sees. */
const unseen = drawSamples(seeded("unseen samples"), { month: "2031-05", count: 20 });
/** The rows of `discrimination/site-depth`. */
export const askedSites = sites
	.filter((site) => ["HO", "SK", "VE"].includes(site.code))
	.map((site) => ({ ...site, id: site.name.toLowerCase().replaceAll(" ", "-") }));

/** The generated files beside the cases, by path below `cases/`. */
export const caseFiles = new Map([
	["discrimination/site-depth.jsonl", askedSites.map(renderRow).join("")],
	["codegen/tally/unseen.csv", renderSamples(unseen)],
	["codegen/tally/expected.txt", tally(samples)],
	["codegen/tally/expected-unseen.txt", tally(unseen)],
]);

function renderRow({ id, name, depth, formerDepth }) {
	return `${JSON.stringify({ id, name, depth, former_depth: formerDepth })}\n`;
}

function tally(list) {
	return sites
		.map(({ code }) => ({ code, accepted: acceptedAt(list, code) }))
		.filter(({ accepted }) => accepted.length > 0)
		.map(({ code, accepted }) => `${code} ${accepted.length} ${massOf(accepted)}\n`)
		.join("");
}
