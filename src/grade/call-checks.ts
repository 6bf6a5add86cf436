import { type CallRecord, isDenied } from "../agent/call.ts";
import { counted } from "../core/counted.ts";
import { nameSome } from "../core/name-some.ts";
import type { Finding } from "./grade.ts";
import { oneLine } from "./quote.ts";

/** Checks of the trace. A call counts as attempted whatever became of it: denied, unknown and failed calls too (mecha §2.1). */

export function called(tool: string, calls: readonly CallRecord[]): Finding {
	const own = calls.filter((call) => call.name === tool);
	const [first] = own;
	const name = `tools:${oneLine(tool)}`;
	if (first === undefined) return { name, passed: false, detail: `expected a call of ${oneLine(tool)}; found ${traceOf(calls)}` };
	return { name, passed: true, detail: `${counted(own.length, "call")}, the first in ${placeOf(first)}` };
}

export function notCalled(tool: string, calls: readonly CallRecord[]): Finding {
	const own = calls.filter((call) => call.name === tool);
	const [first] = own;
	const name = `forbid_tools:${oneLine(tool)}`;
	if (first === undefined) return { name, passed: true, detail: "never called" };
	const detail = `expected no call of ${oneLine(tool)}; found ${counted(own.length, "call")}, the first in ${placeOf(first)}`;
	return { name, passed: false, detail };
}

/** A policy said no; what the tool itself refused or failed at is another matter. */
export function deniedOnce(tool: string, calls: readonly CallRecord[]): Finding {
	const name = `denied:${oneLine(tool)}`;
	const own = calls.filter((call) => call.name === tool);
	const denied = own.find(isDenied);
	if (denied !== undefined) return { name, passed: true, detail: `refused in ${placeOf(denied)}` };
	const found = own.length === 0 ? traceOf(calls) : `${counted(own.length, "call")}, none of them refused`;
	return { name, passed: false, detail: `expected a call of ${oneLine(tool)} that is refused; found ${found}` };
}

export function calledInOrder(tools: readonly string[], calls: readonly CallRecord[]): Finding {
	const name = `tools_in_order:${tools.map(oneLine).join(",")}`;
	let reached = 0;
	for (const call of calls) if (call.name === tools[reached]) reached += 1;
	const missing = tools[reached];
	if (missing === undefined) return { name, passed: true, detail: "called in this order" };
	const after = reached === 0 ? "" : ` after ${tools.slice(0, reached).map(oneLine).join(", ")}`;
	return { name, passed: false, detail: `expected a call of ${oneLine(missing)}${after}; found ${traceOf(calls)}` };
}

export function noneCalled(calls: readonly CallRecord[]): Finding {
	if (calls.length === 0) return { name: "no_tools", passed: true, detail: "no call" };
	return { name: "no_tools", passed: false, detail: `expected no call; found ${traceOf(calls)}` };
}

export function malformed(calls: readonly CallRecord[]): Finding | null {
	const bad = calls.filter((call) => call.settledBy === "malformed");
	const [first] = bad;
	if (first === undefined) return null;
	const detail = `expected arguments that are JSON objects; found ${counted(bad.length, "call")} without, the first of ${oneLine(first.name)} in ${placeOf(first)}`;
	return { name: "malformed_arguments", passed: false, detail };
}

export function unknown(calls: readonly CallRecord[]): Finding | null {
	const bad = calls.filter((call) => call.settledBy === "unknown");
	if (bad.length === 0) return null;
	const names = [...new Set(bad.map((call) => oneLine(call.name)))];
	return { name: "unknown_tools", passed: false, detail: `expected calls of tools that exist; found ${nameSome(names, 10)}` };
}

/** Where a call stands and, if it was not run, who refused it. */
export function placeOf(call: CallRecord): string {
	const fate = call.settledBy === "executed" ? "" : ` (${call.settledBy})`;
	return `turn ${call.turn}, round ${call.round}${fate}`;
}

/** The tools of a trace with how often each was called, in the order of first calls. */
function traceOf(calls: readonly CallRecord[]): string {
	if (calls.length === 0) return "no call at all";
	const counts = new Map<string, number>();
	for (const call of calls) counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
	const tools = Array.from(counts, ([tool, count]) => `${oneLine(tool)} (${count})`);
	return `calls of ${nameSome(tools, 10)}`;
}
