import { decimal, distinct, seeded } from "./seed.mjs";

/** What six reports say of the same sensor. The draft and the sheet are far off, the final report was corrected. */
export const drift = drawDrift(seeded("drift"));

const title = (text, date) => `# ${text}\n\nDate: ${date}\n\n`;

export const reports = [
	{
		file: "2031-01-maker-sheet.md",
		text: `${title("Turbidity sensor T4: data sheet", "2031-01-09")}Drift: ${drift.maker} NTU a month, typical, measured in distilled water at 20 °C.\nThe maker recommends a yearly recalibration.\n`,
	},
	{
		file: "2031-02-bench-test.md",
		text: `${title("Bench test of T4", "2031-02-20")}Four weeks in filtered seawater at 8 °C. Drift: ${drift.bench} NTU a month.\nOne of three sensors leaked and was left out.\n`,
	},
	{
		file: "2031-03-summary-draft.md",
		text: `${title("T4 summary (DRAFT, not for citation)", "2031-03-11")}Drift comes to ${drift.draft} NTU a month.\nTODO: this mixes weekly and monthly values, see Priya's remark.\n`,
	},
	{
		file: "2031-04-field-trial.md",
		text: `${title("Field trial of T4 at Skarven", "2031-04-27")}Six weeks on the mooring, wiper on. Drift: ${drift.field} NTU a month.\nIn line with the bench.\n`,
	},
	{
		file: "2031-05-final.md",
		text: `${title("T4: final report", "2031-05-16")}Over bench and field we find a drift of ${drift.final} NTU a month, corrected for temperature.\nThis replaces the draft of March.\n`,
	},
	{
		file: "2031-06-erratum.md",
		text: `${title("Erratum to the T4 final report", "2031-06-03")}The temperature correction of the final report was applied twice.\nThe drift it gives is withdrawn; the figure to be cited is ${drift.erratum} NTU a month.\nThe raw data of bench and field are not affected.\n`,
	},
];

function drawDrift(random) {
	const [bench, field, final, erratum] = distinct(4, () => random.int(158, 197)).map((value) => decimal(value, 2));
	return { maker: decimal(random.int(31, 49), 2), draft: decimal(random.int(402, 688), 2), bench, field, final, erratum };
}
