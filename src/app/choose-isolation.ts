import { homedir, tmpdir } from "node:os";
import { usageError } from "../core/error.ts";
import { bwrapIsolation } from "../isolation/bwrap.ts";
import type { AskedLevel, Isolation } from "../isolation/command.ts";
import { noIsolation } from "../isolation/none.ts";
import type { Breach } from "../isolation/probe.ts";
import { isProven, keepProof, type ProofSubject, proofKey } from "../isolation/proof-file.ts";
import { foldersOfPath, reachable } from "../isolation/readable.ts";
import { UserSlots } from "../isolation/slots.ts";
import { proveIsolation } from "./prove-isolation.ts";
import { VERSION } from "./version.ts";

export type Chosen = {
	readonly isolation: Isolation;
	/** What a user should know of the choice; null when they had what they asked for. */
	readonly notice: string | null;
};

/** The level that commands run at, proven. Throws a UsageError where one that was asked for cannot be had. */
export async function chooseIsolation(asked: AskedLevel, mounts: readonly string[]): Promise<Chosen> {
	if (asked === "none") return { isolation: noIsolation, notice: null };
	const { isolation, breaches } = await provenBwrap(mounts);
	if (breaches.length === 0) return { isolation, notice: null };
	const why = breaches.map(({ what }) => what).join("; ");
	if (asked === "auto") return { isolation: noIsolation, notice: `no isolation, since bwrap does not hold here: ${why}` };
	throw usageError(`isolation ${asked}: bwrap does not hold here: ${why}`, HINT);
}

const HINT =
	"install bubblewrap; where unprivileged user namespaces are switched off (Ubuntu 24.04: AppArmor), allow them for bwrap; see `assay doctor`";

type Proven = { readonly isolation: Isolation; readonly breaches: readonly Breach[] };

const proven = new Map<string, Promise<Proven>>();

/** Proven once in a process for each place in which trials could lie. */
function provenBwrap(mounts: readonly string[]): Promise<Proven> {
	const path = process.env.PATH ?? "";
	const key = JSON.stringify([path, mounts, tmpdir()]);
	const known = proven.get(key) ?? prove({ version: VERSION, path, mounts });
	proven.set(key, known);
	return known;
}

/** Once in a boot, as long as nothing changes that it hangs on. */
async function prove(subject: ProofSubject): Promise<Proven> {
	const user = process.getuid?.() === 0 ? new UserSlots().take() : null;
	const wanted = [...foldersOfPath(subject.path, homedir()), ...subject.mounts];
	const isolation = bwrapIsolation({ readable: await reachable(wanted, user) });
	const key = proofKey(subject);
	if (key !== null && isProven(key)) return { isolation, breaches: [] };
	const breaches = await proveIsolation(isolation);
	if (key !== null && breaches.length === 0) keepProof(key);
	return { isolation, breaches };
}
