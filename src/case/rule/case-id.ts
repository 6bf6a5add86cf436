/** Each part of an id is a folder or a file of a run: file systems take 255 bytes, and a run adds to the last one. */
const LONGEST_PART_BYTES = 200;

/** What two ids may differ by though they read the same: controls, directions, separators, and characters of no width. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/** A folder of that name would stand where a run keeps a recording of the case above it. */
const RECORDING = /^\d+\.\d+\.jsonl$/;

/** What is wrong with an id by itself; null when nothing is. */
export function idComplaint(id: string): string | null {
	const parts = id.split("/");
	if (parts.some((part) => part === "" || part === "." || part === "..")) return "has an empty part, or one that is . or ..";
	if (parts.some((part) => RECORDING.test(part))) return "has a part like the name of a recording";
	const unseen = UNSEEN.exec(id)?.[0];
	if (unseen !== undefined) return `holds ${codePointOf(unseen)}, which cannot be seen`;
	if (id !== id.normalize("NFC")) return "is not in Unicode's composed form (NFC)";
	if (parts.some((part) => Buffer.byteLength(part) > LONGEST_PART_BYTES)) return `has a part of more than ${LONGEST_PART_BYTES} bytes`;
	return null;
}

function codePointOf(character: string): string {
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Ids that fold to the same text are one name to some file systems. */
export function foldedId(id: string): string {
	// Upper case folds more than lower case does (ß is SS), but also the dotless i, which no file system takes for an i.
	const lower = id.normalize("NFC").toLowerCase();
	return lower.replace(/[^\u0131]+/gu, (text) => text.toUpperCase()).normalize("NFC");
}
