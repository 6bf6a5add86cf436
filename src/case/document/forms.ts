import * as z from "zod";
import { shown } from "../problem/issue.ts";
import { parseDuration } from "./duration.ts";
import { parseInstant } from "./instant.ts";
import { refusalOf, type Vocabulary } from "./vocabulary.ts";

/** A map that takes the keys of its shape; each other key is refused by name. */
export function strictMap<S extends z.ZodRawShape>(shape: S, words: Partial<Vocabulary> = {}): z.ZodObject<S, z.core.$strict> {
	const vocabulary = { known: Object.keys(shape), later: [], hints: {}, ...words };
	return z.strictObject(shape, {
		error: (issue) => (issue.code === "unrecognized_keys" ? issue.keys.map((key) => refusalOf(key, vocabulary)).join("\n") : undefined),
	});
}

/** A text with a rule, whose words (`what; remedy`) are read behind the name of the value; `{}` is the text. */
export function textThat(isRight: (text: string) => boolean, words: string): z.ZodString {
	return z.string().refine(isRight, { error: ({ input }) => words.replace("{}", () => shown(input)) });
}

/** A text with several rules: what it breaks (`what; remedy`), or null. */
export function textWithout(faultOf: (text: string) => string | null): z.ZodString {
	return z.string().refine((text) => faultOf(text) === null, { error: ({ input }) => faultOf(String(input)) ?? undefined });
}

/** A text of a form that has a name: a wrong type and a wrong form are told in the same words. */
export function textOfForm(form: string, isRight: (text: string) => boolean, remedy: string): z.ZodString {
	const error = ({ input }: { readonly input?: unknown }): string => `is no ${form}: ${shown(input)}; ${remedy}`;
	return z.string({ error }).refine(isRight, { error });
}

export const filledText: z.ZodString = textThat((text) => text.trim() !== "", "is blank; write a text");
export const duration: z.ZodString = textOfForm(
	"duration",
	(text) => parseDuration(text) !== null,
	"write it like 5m, 90s, 1h30m or 500ms, up to 24 days",
);
export const instant: z.ZodString = textOfForm(
	"instant",
	(text) => parseInstant(text) !== null,
	"write it with a zone, like 2027-01-31T18:00:00Z",
);
export const count: z.ZodInt = z.int().min(1);
