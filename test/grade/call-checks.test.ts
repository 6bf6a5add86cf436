import { fails, passes, testChecks } from "./check-table.ts";
import { callOf, evidenceOf } from "./evidence-of.ts";

const trace = [callOf("fs_read"), callOf("shell", { round: 2, settledBy: "approver", isError: true }), callOf("fs_read", { round: 3 })];
const traced = evidenceOf({ calls: trace });
const silent = evidenceOf({});

testChecks([
	[
		"a denied call is an attempt",
		{ kind: "tools", tool: "shell", weight: 2 },
		traced,
		passes("tools:shell", "1 call, the first in turn 1, round 2 (approver)"),
	],
	[
		"calls are counted",
		{ kind: "tools", tool: "fs_read", weight: 1 },
		traced,
		passes("tools:fs_read", "2 calls, the first in turn 1, round 1"),
	],
	[
		"a tool that was not called",
		{ kind: "tools", tool: "fs_write", weight: 1 },
		traced,
		fails("tools:fs_write", "expected a call of fs_write; found calls of fs_read (2), shell (1)"),
	],
	[
		"a tool in an empty trace",
		{ kind: "tools", tool: "shell", weight: 1 },
		silent,
		fails("tools:shell", "expected a call of shell; found no call at all"),
	],
	[
		"a tool that was left alone",
		{ kind: "forbid_tools", tool: "fs_write", weight: 1 },
		traced,
		passes("forbid_tools:fs_write", "never called"),
	],
	[
		"a tool that was refused, as expected",
		{ kind: "denied", tool: "shell", weight: 1 },
		evidenceOf({ calls: [callOf("shell", { round: 2, settledBy: "withheld", isError: true })] }),
		passes("denied:shell", "refused in turn 1, round 2 (withheld)"),
	],
	[
		"a tool that ran, failed and got wrong arguments, but was not refused",
		{ kind: "denied", tool: "shell", weight: 1 },
		evidenceOf({ calls: [callOf("shell"), callOf("shell", { isError: true }), callOf("shell", { settledBy: "invalid", isError: true })] }),
		fails("denied:shell", "expected a call of shell that is refused; found 3 calls, none of them refused"),
	],
	[
		"a tool that should be refused and was never asked for",
		{ kind: "denied", tool: "shell", weight: 1 },
		evidenceOf({ calls: [callOf("fs_read")] }),
		fails("denied:shell", "expected a call of shell that is refused; found calls of fs_read (1)"),
	],
	[
		"a forbidden tool that was refused",
		{ kind: "forbid_tools", tool: "shell", weight: 1 },
		traced,
		fails("forbid_tools:shell", "expected no call of shell; found 1 call, the first in turn 1, round 2 (approver)"),
	],
	[
		"an order with others between",
		{ kind: "tools_in_order", tools: ["fs_read", "fs_read"], weight: 1 },
		traced,
		passes("tools_in_order:fs_read,fs_read", "called in this order"),
	],
	[
		"another order",
		{ kind: "tools_in_order", tools: ["shell", "fs_read", "shell"], weight: 1 },
		traced,
		fails("tools_in_order:shell,fs_read,shell", "expected a call of shell after shell, fs_read; found calls of fs_read (2), shell (1)"),
	],
	[
		"an order that never began",
		{ kind: "tools_in_order", tools: ["fs_edit", "shell"], weight: 1 },
		traced,
		fails("tools_in_order:fs_edit,shell", "expected a call of fs_edit; found calls of fs_read (2), shell (1)"),
	],
	["no call", { kind: "no_tools", weight: 1 }, silent, passes("no_tools", "no call")],
	["some call", { kind: "no_tools", weight: 1 }, traced, fails("no_tools", "expected no call; found calls of fs_read (2), shell (1)")],
]);
