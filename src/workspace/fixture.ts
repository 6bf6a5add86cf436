import { digest } from "../core/digest.ts";
import type { Json } from "../core/json.ts";
import { byCodeUnit } from "../core/order.ts";
import { codeOf } from "../isolation/system-error.ts";
import { each } from "./each.ts";
import { type FixtureEntry, readFixture } from "./fixture-tree.ts";
import { hashFile } from "./hash-file.ts";
import { isExecutable } from "./mode.ts";

/** `digest` is the same on every machine that holds the same fixture; `problems` are texts without a place, sorted. */
export type FixtureInspection = { readonly digest: string; readonly problems: readonly string[] };

const WIDTH = 16;

/** Reads a fixture whole, as a suite is loaded: what is refused here would not be the same in every copy. */
export async function inspectFixture(directory: string): Promise<FixtureInspection> {
	const { root, entries, problems } = await readFixture(directory);
	const facts: Json[] = [];
	const unreadable: string[] = [];
	await each([...entries.entries()], WIDTH, async ([index, entry]) => {
		facts[index] = await factsOf(root, entry).catch((error: unknown) => {
			unreadable.push(`${entry.path}: cannot be read (${codeOf(error)})`);
			return null;
		});
	});
	return { digest: digest(facts), problems: [...problems, ...unreadable].sort(byCodeUnit) };
}

async function factsOf(root: string, entry: FixtureEntry): Promise<Json> {
	if (entry.kind !== "file") return entry;
	const hash = await hashFile(`${root}/${entry.path}`, entry.size);
	return { kind: entry.kind, path: entry.path, executable: isExecutable(entry.mode), sha256: hash?.sha256 ?? null };
}
