import type { Price } from "../core/price.ts";
import type { AskedLevel } from "../isolation/command.ts";
import type { Arm, Case, Fixture } from "./case.ts";
import type { FilePlace, Path } from "./problem/layer.ts";

/** What `assay.yaml` says, settled: no optional field, paths absolute. */
export type SuiteConfig = {
	/** The folder of `assay.yaml`. */
	readonly root: string;
	/** The config file's path. */
	readonly file: string;
	/** `name`, else `suite`: what the card calls it, the same in every folder. */
	readonly name: string;
	readonly caseGlobs: readonly string[];
	readonly fixturesDir: string;
	readonly reportsDir: string;
	readonly seed: string;
	readonly concurrency: number;
	/** Sorted by name; `oracle` and `nop` are always among them. */
	readonly arms: readonly Arm[];
	/** By model id. */
	readonly prices: ReadonlyMap<string, Price>;
	/** What all trials of a run may take together; null is no such bound. */
	readonly pool: { readonly tokens: number | null; readonly nanoUsd: number | null; readonly waste: number };
	/** How the suite's commands are to be kept in. */
	readonly isolation: AskedLevel;
	/** Folders of this machine that commands may read, absolute. */
	readonly mounts: readonly string[];
	/** Globs that the workspace diff leaves out. */
	readonly diffIgnore: readonly string[];
};

/** A suite ready to run: every problem has been reported, nothing is left to refuse. */
export type Suite = {
	readonly config: SuiteConfig;
	/** Sorted by id. */
	readonly cases: readonly Case[];
	/** Those that the cases use, sorted by name. */
	readonly fixtures: readonly Fixture[];
	/** By `script` arm: the ids of the cases that it has replies for; `*` stands for any. */
	readonly scripts: ReadonlyMap<string, ReadonlySet<string>>;
	readonly places: SuitePlaces;
};

/** Where things stand, seen from where the suite was loaded. */
type SuitePlaces = {
	/** Of a case: its file, or its row. */
	readonly ofCase: (id: string) => FilePlace | null;
	/** Of a value of `assay.yaml`; null where it says nothing, as of the built-in arms. */
	readonly ofConfig: (path: Path) => FilePlace | null;
};
