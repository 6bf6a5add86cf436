import type { Model } from "../agent/model.ts";
import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { type ScriptReply, scriptedModel } from "./scripted.ts";

/** One round of a case's reference solution. */
export type OracleStep = { readonly calls: readonly { readonly tool: string; readonly args: JsonObject }[]; readonly say: string | null };

/**
 * The arm that knows the answer: its calls really run, so a case that it fails cannot be passed. Asked for a final answer,
 * it says its next step, if that is a text.
 */
export function oracleModel(steps: readonly OracleStep[], clock: Clock): Model {
	return scriptedModel(steps.map(toReply), { clock, isFinal: onlySays });
}

function onlySays(reply: ScriptReply | undefined): boolean {
	return reply !== undefined && reply.text !== null && reply.calls.length === 0;
}

function toReply({ calls, say }: OracleStep): ScriptReply {
	return {
		text: say,
		calls: calls.map(({ tool, args }) => ({ name: tool, args })),
		usage: null,
		stop: null,
		delayMs: 0,
		failure: null,
	};
}
