import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { EXIT } from "../app/exit-code.ts";
import { UsageError, usageError } from "../core/error.ts";
import { printable } from "../view/printable.ts";
import { parseArguments } from "./args.ts";
import { faultText } from "./fault.ts";
import type { Io } from "./option.ts";
import { processIo } from "./process-io.ts";

/** The whole program: what `argv` asks for, and the exit code. The only place that turns a throw into a code. */
export async function main(argv: readonly string[] = process.argv.slice(2), io: Io = processIo()): Promise<number> {
	try {
		const parsed = await parseArguments(argv);
		if (parsed.kind === "text") {
			io.print(parsed.text);
			return EXIT.passed;
		}
		refuseMissingTemporaryFolder();
		const { run } = await parsed.spec.load();
		return await run(parsed.args, io);
	} catch (error) {
		return report(error, io);
	}
}

/** Workspaces are made there; a package that makes them breaks as soon as it is loaded without one. */
function refuseMissingTemporaryFolder(): void {
	if (!existsSync(tmpdir())) throw usageError(`there is no temporary folder ${tmpdir()}`, "make it, or set TMPDIR to one that is there");
}

/** A user's mistake is said without a stack; what it quotes of files may hold anything. */
function report(error: unknown, io: Io): number {
	if (error instanceof UsageError) {
		io.say(printable(error.message));
		return EXIT.usage;
	}
	io.say(faultText(error));
	return EXIT.broken;
}
