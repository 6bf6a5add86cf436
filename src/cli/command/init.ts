import { resolve } from "node:path";
import { writeStarter } from "../../app/write-starter.ts";
import type { Arguments, Io } from "../option.ts";

/** `assay init [folder]`: a suite to start from; nothing that is there is overwritten. */
export async function run(args: Arguments, io: Io): Promise<number> {
	const folder = args.text("folder") ?? ".";
	const written = await writeStarter(resolve(io.cwd, folder));
	for (const file of written) io.print(file);
	io.say(`A suite of one case. Run it: ${folder === "." ? "" : `cd ${folder} && `}assay run`);
	return 0;
}
