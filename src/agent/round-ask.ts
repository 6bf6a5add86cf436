import type { Message } from "../core/message.ts";
import type { ModelRequest } from "./model.ts";
import { offeredTools } from "./offered.ts";
import type { TurnState } from "./turn-state.ts";

/** What a round asks, where the conversation stands so. */
export function roundAsk(
	{ context }: TurnState,
	messages: readonly Message[],
): Pick<ModelRequest, "purpose" | "system" | "messages" | "tools"> {
	return { purpose: "round", system: context.system, messages, tools: offeredTools(context) };
}
