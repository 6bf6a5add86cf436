import { decimal, distinct, seeded, total } from "./seed.mjs";

/** The field station of `fixtures/notes`: its sites, samples and measurements, and the older tables that are in the way. */
const CREW = ["Ingrid Solheim", "Tomasz Wilk", "Adaeze Obi", "Rune Halvorsen", "Priya Nair", "Lorcan Byrne"];
const SITES = [
	["HO", "Holm"],
	["KV", "Kvitnes"],
	["LA", "Langgrunn"],
	["SK", "Skarven"],
	["TO", "Torskeholmen"],
	["VE", "Vestre Bank"],
];
const MONTHS = ["2031-03", "2031-04", "2031-05", "2031-06"];
/** The one measurement that was never taken. */
export const NEVER_MEASURED = { site: "HO", month: "2031-05" };

export const rota = drawRota(seeded("rota"));
export const sites = drawSites(seeded("sites"));
export const samples = drawSamples(seeded("samples"), { month: "2031-04", count: 32 });
export const formerSamples = drawSamples(seeded("former samples"), { month: "2030-04", count: 14 });
export const salinity = drawSalinity(seeded("salinity"));
export const pumpLog = drawPumpLog(seeded("pump log"));

export function acceptedAt(list, code) {
	return list.filter((sample) => sample.site === code && sample.status === "accepted");
}

export function massOf(list) {
	return decimal(total(list.map((sample) => sample.centigrams)), 2);
}

function drawRota(random) {
	return Array.from({ length: 12 }, (_, index) => {
		const [lead, deputy] = random.shuffle(CREW);
		return { week: 10 + index, lead, deputy };
	});
}

/** No depth of the former survey is a depth of the present one, and no site kept its custodian. */
function drawSites(random) {
	const depths = distinct(2 * SITES.length, () => random.int(118, 964));
	const custodians = random.shuffle(CREW);
	return SITES.map(([code, name], index) => ({
		code,
		name,
		depth: decimal(depths[index], 1),
		custodian: custodians[index],
		formerDepth: decimal(depths[index + SITES.length], 1),
		formerCustodian: custodians[(index + 1) % SITES.length],
	}));
}

export function drawSamples(random, { month, count }) {
	let number = 402;
	return Array.from({ length: count }, () => {
		number += random.int(1, 4);
		return {
			id: `SP-0${number}`,
			site: random.pick(SITES)[0],
			collected: `${month}-${String(random.int(2, 28)).padStart(2, "0")}`,
			centigrams: random.int(812, 5_990),
			status: random.pick(["accepted", "accepted", "accepted", "rejected", "pending"]),
		};
	});
}

function drawSalinity(random) {
	const all = MONTHS.flatMap((month) => SITES.map(([site]) => ({ month, site, psu: decimal(random.int(3_105, 3_489), 2) })));
	return all.filter((row) => row.month !== NEVER_MEASURED.month || row.site !== NEVER_MEASURED.site);
}

/** Flows differ from line to line, so that a flow names its line. */
function drawPumpLog(random) {
	const flows = distinct(60, () => decimal(random.int(204, 897), 1));
	return flows.map((flow, index) => {
		const minutes = 6 * 60 + 20 + index * 5;
		const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
		return { time, flow, state: index >= 20 && index < 24 ? "tripped" : random.pick(["ok", "ok", "ok", "warm"]) };
	});
}
