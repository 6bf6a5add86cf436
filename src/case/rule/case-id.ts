/** Each part of an id is a folder or a file of a run: file systems take 255 bytes, and a run adds to the last one. */
const LONGEST_PART_BYTES = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** A folder of that name would stand where a run keeps a recording of the case above it. */
const RECORDING = /^\d+\.\d+\.jsonl$/;

/** What is wrong with an id by itself; null when nothing is. */
export function idComplaint(id: string): string | null {
	const parts = id.split("/");
	if (parts.some((part) => part === "" || part === "." || part === "..")) return "has an empty part, or one that is . or ..";
	if (parts.some((part) => RECORDING.test(part))) return "has a part like the name of a recording";
	if (CONTROL.test(id)) return "holds a control character";
	if (id !== id.normalize("NFC")) return "is not in Unicode's composed form (NFC)";
	if (parts.some((part) => Buffer.byteLength(part) > LONGEST_PART_BYTES)) return `has a part of more than ${LONGEST_PART_BYTES} bytes`;
	return null;
}

/** Ids that fold to the same text are one name to some file systems. */
export function foldedId(id: string): string {
	return id.normalize("NFC").toLowerCase().normalize("NFC");
}
