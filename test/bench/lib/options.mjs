import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * The options that every benchmark has, over its own two settings: `--quick` takes the second, `--runs N` goes over what that
 * says, `--bin FILE` measures another build than this checkout's.
 */
export function readOptions(full, quick) {
	const { values } = parseArgs({
		options: { quick: { type: "boolean", default: false }, runs: { type: "string" }, bin: { type: "string" } },
	});
	const setting = values.quick ? quick : full;
	return {
		...setting,
		runs: values.runs === undefined ? setting.runs : Number(values.runs),
		assay: [process.execPath, values.bin ?? fileURLToPath(new URL("../../../bin/assay.js", import.meta.url))],
	};
}
