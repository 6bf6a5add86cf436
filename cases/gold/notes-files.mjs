import { reports } from "./reports.mjs";
import { decimal } from "./seed.mjs";
import { formerSamples, pumpLog, rota, salinity, samples, sites } from "./station.mjs";

/** The generated files of `fixtures/notes`, by path below `fixtures/`. */
export const notesFiles = new Map([
	["notes/rota.md", renderRota()],
	[
		"notes/data/sites.csv",
		csv(
			"code,name,depth_m,custodian",
			sites.map((site) => [site.code, site.name, site.depth, site.custodian]),
		),
	],
	["notes/data/samples.csv", renderSamples(samples)],
	[
		"notes/data/salinity.csv",
		csv(
			"month,site,psu",
			salinity.map((row) => [row.month, row.site, row.psu]),
		),
	],
	[
		"notes/archive/sites-2029.csv",
		csv(
			"code,name,depth_m,custodian",
			sites.map((site) => [site.code, site.name, site.formerDepth, site.formerCustodian]),
		),
	],
	["notes/archive/samples-2030.csv", renderSamples(formerSamples)],
	["notes/logs/pump.log", pumpLog.map((line) => `2031-04-02 ${line.time} pump-2 flow=${line.flow} state=${line.state}\n`).join("")],
	...reports.map((report) => [`notes/reports/${report.file}`, report.text]),
]);

export function renderSamples(list) {
	return csv(
		"id,site,collected,mass_g,status",
		list.map((sample) => [sample.id, sample.site, sample.collected, decimal(sample.centigrams, 2), sample.status]),
	);
}

function csv(header, rows) {
	return `${[header, ...rows.map((row) => row.join(","))].join("\n")}\n`;
}

function renderRota() {
	const rows = rota.map((row) => `| ${row.week} | ${row.lead} | ${row.deputy} |`);
	return `${["# Duty rota, spring 2031", "", "| week | lead | deputy |", "| --- | --- | --- |", ...rows].join("\n")}\n`;
}
