import { EXIT } from "../app/exit-code.ts";
import { faultText } from "./fault.ts";
import type { Io } from "./option.ts";
import { terminalLines } from "./terminal-lines.ts";

/** The process as commands see it. A reader that went away (`| head`) or a log on a full disk ends the writing, not the program. */
export function processIo(): Io {
	// What commands write has the same modes on every machine (DESIGN §4).
	process.umask(0o022);
	process.stderr.on("error", () => undefined);
	process.stdout.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code !== "EPIPE") breakAtExit(error);
	});
	return {
		...terminalLines((text) => process.stderr.write(text)),
		print: (text) => process.stdout.write(text.endsWith("\n") ? text : `${text}\n`),
		isTerminal: process.stderr.isTTY === true,
		cwd: process.cwd(),
		env: process.env,
	};
}

/** Data that was asked for is not there: no other exit code may hide that. */
function breakAtExit(error: Error): void {
	process.stderr.write(`${faultText(error)}\n`);
	process.on("exit", () => {
		process.exitCode = EXIT.broken;
	});
}
