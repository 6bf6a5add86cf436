import { usageError } from "../core/error.ts";
import { withoutMark } from "./dashed-name.ts";
import type { Arguments } from "./option.ts";

/** Typed reading of what yargs parsed; it leaves numbers to us, since it would make `--concurrency x` NaN in silence. */
export function argumentsOf(values: Readonly<Record<string, unknown>>): Arguments {
	const text = (name: string): string | null => {
		const value = values[name];
		if (Array.isArray(value)) throw usageError(`--${name} is given ${value.length} times`, "give it once");
		return value === undefined || value === null ? null : withoutMark(String(value));
	};
	return {
		flag: (name) => values[name] === true,
		text,
		texts: (name) => listOf(values[name]).map(String).map(withoutMark),
		count: (name) => {
			const value = text(name);
			return value === null ? null : countOf(name, value);
		},
	};
}

function listOf(value: unknown): readonly unknown[] {
	if (value === undefined || value === null) return [];
	return Array.isArray(value) ? value : [value];
}

function countOf(name: string, value: string): number {
	if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
	throw usageError(`--${name} is no whole number above 0: "${value}"`, `give it as in --${name} 4`);
}
