/** One entry of a workspace: what a diff compares. Times and owners are no part of it. */
export type WorkspaceEntry = {
	readonly kind: "file" | "link";
	readonly executable: boolean;
	readonly size: number;
	/** SHA-256 of a file's bytes, or of a link's target. */
	readonly sha256: string;
	/** Where a link points; null for a file. A `file` that has one is a folder too deep to look into, and this says so. */
	readonly target: string | null;
};

/** By path relative to the workspace, with `/`. Folders are not listed, except those too deep to look into. */
export type Manifest = ReadonlyMap<string, WorkspaceEntry>;

/** What became of one path between `setup` and the end of the run. */
export type WorkspaceChange = { readonly path: string; readonly before: WorkspaceEntry | null; readonly after: WorkspaceEntry | null };
