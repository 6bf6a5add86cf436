import type { Model } from "../agent/model.ts";
import { assistantText, countedReply, countedSummary, failedReply } from "./counted-reply.ts";

/** The arm that does nothing: a case that it passes proves nothing. */
export function nopModel(): Model {
	const answer = assistantText("Nop.");
	return {
		call: async (request, signal) => {
			if (signal?.aborted) return failedReply("cancelled", "cancelled");
			return request.purpose === "summary" ? countedSummary(request) : countedReply(request, answer);
		},
	};
}
