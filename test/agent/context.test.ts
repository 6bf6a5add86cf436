import { describe, expect, test } from "vitest";
import { allowAll } from "../../src/agent/approver.ts";
import { RunContext } from "../../src/agent/context.ts";
import { DEFAULT_GUARDS } from "../../src/agent/guards.ts";
import { runPrompts } from "../../src/agent/run.ts";
import { toolsAt } from "../../src/agent/tool-set.ts";
import { CancellationToken } from "../../src/core/cancel.ts";
import { bounded, calling, queueOf, reader, saying, stage } from "./kernel.ts";

const deny = async () => ({ allowed: false, reason: "no" }) as const;
const tools = toolsAt("/base", (root) => [reader("where", async () => ({ content: root, isError: false }))]);
const outbox = { tools: new Set(["send"]), stage: async () => {} };
const mailbox = { deliver: true, claim: () => [] };
const hooks = { preTool: [], postTool: [] };

function full(): RunContext {
	return new RunContext(tools)
		.withBudget(bounded({ rounds: 3 }))
		.withCancel(new CancellationToken())
		.withStop(new CancellationToken())
		.withPhase("plan")
		.withCompactAt(1_200)
		.withHooks(hooks)
		.withOutbox(outbox)
		.withGuards({ loop: false })
		.withholding(["shell"])
		.withMailbox(mailbox)
		.withQueuedInput(queueOf("Steered."));
}

describe("a context that is sandboxed", () => {
	test("has the root and the approver that it was given, and the same policy", () => {
		const base = full();
		const own = base.sandboxed("/trial", deny);

		expect([own.tools.root, own.approver, base.tools.root, base.approver]).toEqual(["/trial", deny, "/base", allowAll]);
		for (const field of ["budget", "cancel", "stop", "phase", "compactAtTokens", "hooks", "outbox", "guards"] as const)
			expect(own[field]).toBe(base[field]);
		expect(own.withheld).toEqual(base.withheld);
	});

	test("has audits of its own: by its root, or by the name that it is given", () => {
		const base = full().withName("suite");
		expect([base.sandboxed("/a", deny).name, base.sandboxed("/b", deny).name, base.sandboxed("/b", deny, "b/2").name]).toEqual([
			"suite@/a",
			"suite@/b",
			"b/2",
		]);
	});

	test("runs its tools there", async () => {
		const { deps } = stage({ replies: [calling("where"), saying("Done.")] });
		const { calls } = await runPrompts(deps, new RunContext(tools).sandboxed("/trial", deny), ["Go."]);
		expect(calls.map(({ result }) => result)).toEqual(["/trial"]);
	});

	test("shares no queue, no mail and no reading of the machine with the one it comes from", () => {
		const own = full().withHomeostat().sandboxed("/trial", deny);
		expect([own.queuedInput, own.mailbox, own.homeostat]).toEqual([null, null, null]);
	});
});

describe("a context", () => {
	test("is never changed: every with gives a new one that keeps all else, its root and approver too", () => {
		const base = new RunContext(tools, deny);
		const next = base.withPhase("plan").withCompactAt(5);

		expect([base.phase, base.compactAtTokens, next.phase, next.compactAtTokens]).toEqual(["execute", null, "plan", 5]);
		expect([next.tools, next.approver, Object.isFrozen(next)]).toEqual([tools, deny, true]);
		expect(next.withCompactAt(null).compactAtTokens).toBeNull();
		expect(next.withGuards({ loop: false }).guards).toEqual({ ...DEFAULT_GUARDS, loop: false });
	});

	test("withholds what it was made with, whatever becomes of the list and of another context", () => {
		const names = new Set(["a"]);
		const given = new RunContext(tools, allowAll, { withheld: names });
		names.add("b");
		const tampered: unknown = new RunContext(tools).withheld;
		if (tampered instanceof Set) tampered.add("c");

		expect(["a", "b"].map((name) => given.isWithheld(name))).toEqual([true, false]);
		expect(new RunContext(tools).isWithheld("c")).toBe(false);
	});

	test("takes every field by a with of its own", () => {
		const base = new RunContext(tools);
		const context = base.withName("one").withSystem("Be brief.").withStream(false).withFinalAnswer().withOutput({ lines: 3 });

		expect(context).toMatchObject({ name: "one", system: "Be brief.", stream: false, finalAnswer: true });
		expect(context.output).toEqual({ ...base.output, lines: 3 });
	});

	test("withholds the list that was given last", () => {
		const context = new RunContext(tools).withholding(["a"]).withholding(["b"]);
		expect([context.isWithheld("a"), context.isWithheld("b")]).toEqual([false, true]);
	});

	test("withholds a registered name and a bare one behind a server's prefix, nothing else", () => {
		const context = new RunContext(tools).withholding(["task_update", "graph__drop"]);
		const names = ["task_update", "graph__task_update", "my_task_update", "Task_Update", "graph__drop", "drop"];
		expect(names.filter((name) => context.isWithheld(name))).toEqual(["task_update", "graph__task_update", "graph__drop"]);
	});

	test("says whether it is cancelled; one without a token never is", () => {
		const cancel = new CancellationToken();
		const context = new RunContext(tools).withCancel(cancel);
		cancel.cancel({ kind: "deadline" });
		expect([context.cancelled, new RunContext(tools).cancelled]).toEqual([true, false]);
	});

	test("has read the machine only where it was told to", () => {
		const sampled = new RunContext(tools).withHomeostat();

		expect(full().homeostat).toBeNull();
		expect(Object.keys(sampled.homeostat).toSorted()).toEqual(["freeBytes", "load"]);
		expect(sampled.withPhase("plan").homeostat).toBe(sampled.homeostat);
		expect(new RunContext(tools).withRecordedHomeostat({ load: 9, freeBytes: 1 }).homeostat).toEqual({ load: 9, freeBytes: 1 });
	});

	test("of two runs at once keeps what is the one's from the other", async () => {
		const counted = (queue: string) => stage({ replies: [saying("Done.")], context: { queuedInput: queueOf(queue) } });
		const [one, two] = [counted("One."), counted("Two.")];
		await Promise.all([one, two].map(({ deps, context }) => runPrompts(deps, context, ["Go."])));

		const first = ({ seen }: typeof one) => seen.requests[0]!.messages[0]!.content.at(-1);
		expect([first(one), first(two)]).toEqual([
			{ type: "text", text: "One." },
			{ type: "text", text: "Two." },
		]);
	});
});
