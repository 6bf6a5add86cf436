import { describe, expect, test } from "vitest";
import { scriptedInput } from "../../src/agent/queued-input.ts";
import { asked, bounded, calling, type Played, play, queueOf, reader, type Script, saying } from "./kernel.ts";

const LONG = "x".repeat(500);
const long = reader("long", async () => ({ content: LONG, isError: false }));

function told({ events }: Played): readonly string[] {
	return events.flatMap((event) => (event.type === "undelivered" ? event.texts : []));
}

describe("a limit of characters", () => {
	test("cuts the oldest results first, and one that the model has not seen last, telling it so", async () => {
		const replies = [calling("long"), calling("long"), saying("Done.")];
		const roomy = await play({ replies, tools: [long], context: { budget: bounded({ transcriptChars: 800 }) } });
		const tight = await play({ replies, tools: [long], context: { budget: bounded({ transcriptChars: 300 }) } });

		expect(asked(roomy.requests[2])).toEqual([
			["Go."],
			["long()"],
			["=[an old result, cut so that the conversation fits]"],
			["long()"],
			[`=${LONG}`],
		]);
		expect(asked(tight.requests[1]).at(-1)).toEqual([expect.stringContaining("ask for a smaller part")]);
		expect(tight.outcome.cause.code).toBe("completed");
	});

	test("counts what is queued: results are cut for it", async () => {
		const queuedInput = scriptedInput([{ round: 2, text: "s".repeat(100) }]);
		const { requests, outcome } = await play({
			replies: [calling("long"), saying("Done.")],
			tools: [long],
			context: { queuedInput, budget: bounded({ transcriptChars: 600 }) },
		});
		expect(asked(requests[1]).at(-1)).toEqual([expect.stringContaining("too long"), "s".repeat(100)]);
		expect(outcome.cause.code).toBe("completed");
	});

	test.each<[string, Script["context"] & object, string]>([
		["a steer", { queuedInput: queueOf(LONG) }, LONG],
		["mail", { mailbox: { deliver: true, claim: () => [{ from: "a", text: LONG }] } }, `[message from a]\n${LONG}`],
	])("that %s would cross ends the run before it is sent, and it is told as undelivered", async (_, context, text) => {
		const played = await play({ replies: [saying("Never.")], context: { ...context, budget: bounded({ transcriptChars: 100 }) } });

		expect(played.outcome).toMatchObject({ cause: { code: "transcript_limit", limit: 100, used: 3 + text.length }, owedAnswer: true });
		expect([played.requests, told(played)]).toEqual([[], [text]]);
		expect(played.outcome.turns[0]).toMatchObject({ rounds: 0, finalText: null });
	});

	test("that a follow-up would cross leaves the answer, and tells of what was not said", async () => {
		const queuedInput = queueOf("");
		queuedInput.push(LONG, "follow-up");
		const played = await play({ replies: [saying("Done.")], context: { queuedInput, budget: bounded({ transcriptChars: 100 }) } });

		expect(played.outcome).toMatchObject({ cause: { code: "transcript_limit" }, owedAnswer: false });
		expect([told(played), played.outcome.turns[0]!.finalText]).toEqual([[LONG], "Done."]);
	});

	test("takes no mail into a conversation that is too long without it", async () => {
		let claimed = 0;
		const claim = () => {
			claimed += 1;
			return [];
		};
		await play({ context: { mailbox: { deliver: true, claim }, budget: bounded({ transcriptChars: 2 }) } });
		expect(claimed).toBe(0);
	});

	test("holds for a final answer too: what does not fit is not asked", async () => {
		const script = { replies: [calling("look"), saying("At last.")], tools: [reader("look")] };
		const forced = async (transcriptChars: number) => {
			const budget = bounded({ rounds: 1, transcriptChars });
			return (await play({ ...script, context: { finalAnswer: true, budget } })).outcome.forcedAnswer;
		};
		expect([await forced(60), await forced(200)]).toEqual([false, true]);
	});
});

test("a follow-up that is gone when it is to be said leaves the answer as it is", async () => {
	const queuedInput = { ...scriptedInput([]), hasFollowUp: () => true };
	const { outcome, requests } = await play({ replies: [saying("Done.")], context: { queuedInput } });
	expect([outcome.cause.code, requests.length]).toEqual(["completed", 1]);
});
