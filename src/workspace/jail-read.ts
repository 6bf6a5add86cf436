import { constants } from "node:fs";
import { type Jail, type JailedPath, locate, relativePath, sayPath } from "./jail.ts";
import { withFile } from "./jail-open.ts";
import { attempt, type Reached, refused } from "./refusal.ts";

/** The bytes of a regular file that has at most `maxBytes`. */
export async function readInside(jail: Jail, path: string, maxBytes: number): Promise<Reached<Buffer>> {
	const place = await locate(jail, path);
	if (!place.ok) return place;
	if (place.value.missing.length > 0) return refused("missing", `${sayPath(jail, path)}: does not exist`);
	return await readAt(jail, place.value.path, maxBytes);
}

/** The same for a path that was looked up before. */
export async function readAt(jail: Jail, path: JailedPath, maxBytes: number): Promise<Reached<Buffer>> {
	const said = relativePath(jail, path);
	return await attempt(said, () =>
		withFile(jail, { real: path, said, flags: constants.O_RDONLY }, async (file) => {
			const { size } = await file.stat();
			if (size > maxBytes) return refused("too-large", `${said}: has ${size} bytes, and at most ${maxBytes} can be read`);
			const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
			return { ok: true, value: buffer.subarray(0, bytesRead) };
		}),
	);
}
