import { WIPE } from "../view/reporter.ts";
import type { Io } from "./option.ts";

/** Lines on a terminal where others leave theirs open: a live line is wiped, any other is ended first. */
export function terminalLines(write: (text: string) => void): Pick<Io, "say" | "sayRaw"> {
	let open = "";
	return {
		say: (text) => {
			write(`${endOf(open)}${text}\n`);
			open = "";
		},
		sayRaw: (text) => {
			write(text);
			const lines = `${open}${text}`.split("\n");
			open = lines.at(-1) ?? "";
		},
	};
}

function endOf(open: string): string {
	if (open === "" || open.endsWith(WIPE)) return "";
	return open.includes(WIPE) ? WIPE : "\n";
}
