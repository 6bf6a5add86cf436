import { main } from "../../src/cli/main.ts";
import type { Io } from "../../src/cli/option.ts";

export type Said = { readonly code: number; readonly stdout: string; readonly stderr: string };
export type Place = { readonly cwd?: string; readonly env?: Io["env"]; readonly isTerminal?: boolean };

/** A process of a test's own: what is said and printed, and where. */
function memoryIo({ cwd = "/", env = {}, isTerminal = false }: Place = {}): {
	readonly io: Io;
	readonly said: () => Omit<Said, "code">;
} {
	const [stdout, stderr]: [string[], string[]] = [[], []];
	const io: Io = {
		say: (text) => stderr.push(`${text}\n`),
		sayRaw: (text) => stderr.push(text),
		print: (text) => stdout.push(text.endsWith("\n") ? text : `${text}\n`),
		isTerminal,
		cwd,
		env,
	};
	return { io, said: () => ({ stdout: stdout.join(""), stderr: stderr.join("") }) };
}

/** Runs the program in this process. */
export async function assay(argv: readonly string[], place: Place = {}): Promise<Said> {
	const { io, said } = memoryIo(place);
	const code = await main(argv, io);
	return { code, ...said() };
}
