import { cpus, tmpdir } from "node:os";
import { dirname } from "node:path";

/** Prints a Markdown table of rows with the same keys, and the command that prints it. */
export function printTable(title, rows) {
	const keys = Object.keys(rows[0]);
	const lines = [keys, keys.map(() => "---"), ...rows.map((row) => keys.map((key) => row[key]))];
	// The temporary folder is by now the scratch folder.
	const place = dirname(tmpdir());
	const command = ["node", `test/bench/${title}.mjs`, ...process.argv.slice(2)].join(" ");
	console.log(`\`${command}\`, Node ${process.versions.node}, ${cpus().length} cores, files in ${place}\n`);
	for (const cells of lines) console.log(`| ${cells.join(" | ")} |`);
}

/** Three significant digits, without an exponent. */
export function figure(value) {
	const places = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
	return value.toFixed(places);
}
