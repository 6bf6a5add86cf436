import { type Problem, UsageError } from "../core/error.ts";
import type { AnyRunContext } from "./context.ts";
import type { RunDeps } from "./deps.ts";
import type { TurnContext } from "./play-turn.ts";

type PlannedTurn = Pick<TurnContext, "prompt" | "options">;

/** Throws every mistake of a run's prompts at once, before anything is sent. An empty pool refuses a prompt whatever it says. */
export function refusePrompts({ price }: RunDeps, { budget }: AnyRunContext, prompts: readonly PlannedTurn[]): void {
	const priceless = price === null && (budget.nanoUsd !== null || prompts.some(({ options }) => options.pool?.unit === "nano-usd"));
	const problems = [
		...(priceless ? [problem("a bound of money needs the price of the model", "give `price`, or bound tokens")] : []),
		...prompts.flatMap(({ prompt, options }, at) =>
			prompt.trim() === "" && !options.pool?.exhausted
				? [problem(`${placeOf(at, prompts.length)}a prompt is blank`, "say what is to be done")]
				: [],
		),
	];
	if (problems.length > 0) throw new UsageError(problems);
}

function placeOf(at: number, prompts: number): string {
	return prompts === 1 ? "" : `prompt ${at + 1} of ${prompts}: `;
}

function problem(what: string, remedy: string): Problem {
	return { file: null, line: null, column: null, what, remedy };
}
