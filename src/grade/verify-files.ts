import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, normalize, resolve } from "node:path";
import type { Expectation, VerifyExpectation } from "../case/expectation.ts";
import { digest } from "../core/digest.ts";
import { byCodeUnit } from "../core/order.ts";
import { hashFile } from "../workspace/hash-file.ts";
import { isExecutable } from "../workspace/mode.ts";
import type { DigestOf } from "./checks.ts";

/** One file that is copied in for a command. `source` is a real path, `to` relative to the workspace, with `/`. */
export type VerifyFile = { readonly source: string; readonly to: string; readonly executable: boolean; readonly sha256: string };

/** SHA-256 over a command and the files copied in for it, as the workspace will see them: where they come from is not in it. */
export function verifyDigest(run: string, files: readonly VerifyFile[]): string {
	return digest({ run, files: files.map(({ to, executable, sha256 }) => ({ to, executable, sha256 })) });
}

/** Lists what a `verify` copies in; of two files with one target the later wins. Throws when a file cannot be read. */
export async function listVerifyFiles(verify: VerifyExpectation, caseDirectory: string): Promise<readonly VerifyFile[]> {
	const files: VerifyFile[] = [];
	for (const { from, to } of verify.files) files.push(...(await listEntry(resolve(caseDirectory, from), to)));
	return [...new Map(files.map((file) => [file.to, file])).values()];
}

/** The digests of every `verify` of a case, by expectation and in their order: what `gradeTrial` asks. */
export async function verifyDigests(
	expect: readonly Expectation[],
	caseDirectory: string,
): Promise<{ readonly digests: readonly string[]; readonly digestOf: DigestOf }> {
	const digests = new Map<VerifyExpectation, string>();
	for (const expectation of verifiesOf(expect)) {
		digests.set(expectation, verifyDigest(expectation.run, await listVerifyFiles(expectation, caseDirectory)));
	}
	const digestOf: DigestOf = (expectation) => {
		const known = digests.get(expectation);
		if (known === undefined) throw new Error("a verify of another case");
		return known;
	};
	return { digests: [...digests.values()], digestOf };
}

export function verifiesOf(expect: readonly Expectation[]): readonly VerifyExpectation[] {
	return expect.flatMap((expectation) => (expectation.kind === "verify" ? [expectation] : []));
}

async function listEntry(source: string, to: string): Promise<readonly VerifyFile[]> {
	const stats = await stat(source);
	if (stats.isDirectory()) return listFolder(source, to);
	const hash = await hashFile(await realpath(source), stats.size);
	if (hash === null) throw new Error(`${source} is neither a file nor a folder`);
	const target = to.endsWith("/") ? join(to, basename(source)) : normalize(to);
	return [{ source, to: target, executable: isExecutable(stats.mode), sha256: hash.sha256 }];
}

async function listFolder(source: string, to: string): Promise<readonly VerifyFile[]> {
	const files: VerifyFile[] = [];
	for (const name of (await readdir(source)).sort(byCodeUnit)) {
		files.push(...(await listEntry(join(source, name), join(to, name))));
	}
	return files;
}
