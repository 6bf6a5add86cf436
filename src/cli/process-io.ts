import type { Io } from "./option.ts";

/** The process as commands see it. A reader that went away (`| head`) ends the writing, not the program. */
export function processIo(): Io {
	for (const stream of [process.stdout, process.stderr]) {
		stream.on("error", (error: NodeJS.ErrnoException) => {
			if (error.code !== "EPIPE") throw error;
		});
	}
	return {
		say: (text) => process.stderr.write(`${text}\n`),
		sayRaw: (text) => process.stderr.write(text),
		print: (text) => process.stdout.write(text.endsWith("\n") ? text : `${text}\n`),
		isTerminal: process.stderr.isTTY === true,
		cwd: process.cwd(),
		env: process.env,
	};
}
