import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type FinishedTrial, runTrial } from "../../src/batch/trial.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { type ScriptReply, scriptedModel } from "../../src/model/scripted.ts";
import { stillClock } from "../agent/kernel.ts";
import { type BatchKit, batchKit } from "./batch-kit.ts";

export const WRITES: JsonObject = {
	prompt: "Write it.",
	tags: ["x"],
	oracle: [{ fs_write: { path: "out.txt", content: "done" } }, { say: "ready" }],
	expect: { contains: "ready" },
};

type Given = { readonly subject: JsonObject; readonly replies?: readonly ScriptReply[] } & Omit<Parameters<typeof batchKit>[0], "cases">;

/** A plan of one trial; `replies` are what its model says, else it is the oracle. */
export function kitOf({ subject, replies, setting, ...given }: Given): Promise<BatchKit> {
	const scripted =
		replies === undefined ? {} : { openModel: async () => scriptedModel(replies, { clock: setting?.clock ?? stillClock().clock }) };
	return batchKit({ cases: { one: subject }, setting: { ...scripted, ...setting }, ...given });
}

export async function finish(kit: BatchKit): Promise<FinishedTrial> {
	return await runTrial(kit.setting, kit.only());
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

/** Waits until a file of this name stands in one of the folders below another. */
export async function somewhere(folder: string, name: string): Promise<void> {
	const found = async (): Promise<boolean> => {
		const inner = await readdir(folder).catch(() => []);
		return (await Promise.all(inner.map((one) => exists(join(folder, one, name))))).includes(true);
	};
	while (!(await found())) await pause(5);
}
