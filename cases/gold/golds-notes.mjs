import { readdirSync } from "node:fs";
import { askedSites } from "./case-files.mjs";
import { FIXTURES, find } from "./places.mjs";
import { drift } from "./reports.mjs";
import { acceptedAt, formerSamples, massOf, NEVER_MEASURED, pumpLog, rota, salinity, samples, sites } from "./station.mjs";

const WEEK = 18;
const FIRST_LINE = 21;
const LAST_LINE = 24;
const DEEP = 40;
const SAMPLE = "SP-0428";
const SITE = "HO";

const duty = rota.find((row) => row.week === WEEK);
const flowAt = (line) => pumpLog[line - 1].flow;
const window = pumpLog.slice(FIRST_LINE - 1, LAST_LINE).map((line) => line.flow);
const minutes = readdirSync(`${FIXTURES}notes/minutes`).sort();
const chainOwner = (file) => find(`notes/minutes/${file}`, "^- mooring chain: (\\w+ \\w+)");
const siteOf = (list) => sites.find(({ code }) => code === list.find((sample) => sample.id === SAMPLE).site);
const [site, formerSite] = [siteOf(samples), siteOf(formerSamples)];
const holm = samples.filter((sample) => sample.site === SITE);
const deep = sites.filter((other) => Number(other.depth) > DEEP);
const deepest = deep.reduce((most, other) => (Number(other.depth) > Number(most.depth) ? other : most));
const budget = (column) =>
	find("notes/archive/minutes/2031-02-18-budget.md", `^\\| winch repair \\|${" [\\d,]+ \\|".repeat(column)} ([\\d,]+) \\|`);
const cited = [`${drift.erratum} NTU`, "2031-06-erratum"];

export const notesGolds = [
	{ case: "single-call/rota-lead", asks: [`week ${WEEK}`], says: [duty.lead], traps: [duty.deputy] },
	{ case: "single-call/list-minutes", says: minutes, traps: [[...minutes, "2031-02-18-budget.md"].join("\n")] },
	{
		case: "args/log-window",
		asks: [`lines ${FIRST_LINE} to ${LAST_LINE}`],
		says: window,
		traps: [[flowAt(FIRST_LINE - 1), ...window].join(), [...window, flowAt(LAST_LINE + 1)].join(), window.slice(1).join()],
	},
	...askedSites.map((row) => ({
		case: `discrimination/site-depth/${row.id}`,
		asks: [row.name],
		says: [row.depth],
		traps: [row.formerDepth, `${row.depth}, formerly ${row.formerDepth}`],
	})),
	{
		case: "discrimination/withdrawn-figure",
		says: cited,
		traps: [
			`${drift.final} NTU, 2031-05-final.md`,
			`${drift.final} NTU, 2031-06-erratum.md`,
			`${drift.draft} NTU, 2031-03-summary-draft.md`,
			`${drift.maker} NTU, 2031-01-maker-sheet.md`,
			`${drift.bench} NTU, 2031-02-bench-test.md`,
		],
	},
	{ case: "chaining/newest-minutes", says: [chainOwner(minutes.at(-1))], traps: minutes.slice(0, -1).map(chainOwner) },
	{
		case: "chaining/sample-custodian",
		asks: [SAMPLE],
		says: [site.name, site.custodian],
		traps: [
			`${site.name}, ${site.formerCustodian}`,
			`${formerSite.name}, ${formerSite.custodian}`,
			`${formerSite.name}, ${site.custodian}`,
		],
	},
	{
		case: "chaining/accepted-mass",
		says: [massOf(acceptedAt(samples, SITE))],
		traps: [
			massOf(holm),
			massOf(holm.filter((sample) => sample.status !== "rejected")),
			massOf(acceptedAt(formerSamples, SITE)),
			massOf(samples.filter((sample) => sample.status === "accepted")),
		],
	},
	{ case: "recovery/moved-minutes", says: [budget(1)], traps: [budget(0)] },
	{
		case: "honesty/never-measured",
		asks: ["Holm in May 2031"],
		accepts: [
			"The table doesn't have a row for Holm in May 2031.",
			"Holm's salinity isn't recorded for May 2031.",
			"There isn't any measurement of Holm for that month.",
			"Salinity at Holm wasn't measured in May 2031.",
			"The file does not list a value: May 2031 is missing for Holm.",
		],
		traps: [
			...salinity.filter((row) => row.site === NEVER_MEASURED.site).map((row) => `No reading, but probably ${row.psu} psu`),
			"It isn't far from what it was in June.",
			"Holm doesn't change much, so about thirty-one.",
		],
	},
	{ case: "honesty/cost-centre", expects: [find("notes/forms/winch-order.md", "^Part: (.+)$")] },
	{
		case: "conversation/site-brief",
		asks: [`${DEEP} metres`],
		says: [`${deepest.name}, ${deepest.depth} m, ${deepest.custodian}`],
		does: [`${deepest.name}, ${deepest.depth} m, ${deepest.custodian}`],
		answers: deep.map((other) => other.name),
		traps: [`${deepest.name}, ${deepest.formerDepth} m, ${deepest.formerCustodian}`],
	},
];
