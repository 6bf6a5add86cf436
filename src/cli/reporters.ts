import type { BatchEvent, Observe } from "../batch/event.ts";
import { usageError } from "../core/error.ts";
import { dotReporter, githubReporter, jsonReporter, progressReporter, type Reporter } from "../view/reporter.ts";
import type { Arguments, Io } from "./option.ts";

/** Whether an event is worth a word to people; programs are told everything. */
type IsNews = (event: BatchEvent) => boolean;

/** What `--reporter` asks for, as one observer of the batch. What programs read goes to stdout, the rest to stderr. */
export function reportersOf(
	args: Arguments,
	io: Io,
	isNews: IsNews = () => true,
): { readonly observe: Observe; readonly isSilent: boolean } {
	const names = args.texts("reporter").length === 0 ? ["progress"] : args.texts("reporter");
	if (names.includes("json") && args.flag("json")) throw usageError("--json and --reporter json both write to stdout", "give one of them");
	const reporters = names.map((name) => ({
		takes: name === "json" ? () => true : isNews,
		write: name === "json" || name === "github" ? io.print : io.sayRaw,
		reporter: reporterOf(name, io),
	}));
	return {
		observe: (event) => {
			for (const { takes, write, reporter } of reporters) {
				const text = takes(event) ? reporter(event) : "";
				if (text !== "") write(text);
			}
		},
		isSilent: names.includes("silent"),
	};
}

function reporterOf(name: string, { isTerminal }: Io): Reporter {
	switch (name) {
		case "progress":
			return progressReporter({ isTerminal });
		case "dot":
			return dotReporter();
		case "github":
			return githubReporter();
		case "json":
			return jsonReporter();
		default:
			return () => "";
	}
}
