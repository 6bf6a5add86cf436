import { ESCAPES, tryEscape } from "./escapes.ts";

/** Every attempt in a process of its own: says what came of each as lines of JSON, an empty text where it is contained. */
for (const title of Object.keys(ESCAPES)) {
	const problem = await tryEscape(title).then(
		() => "",
		(error: unknown) => (error instanceof Error ? `${error.message}\n${error.stack}` : String(error)),
	);
	process.stdout.write(`${JSON.stringify({ title, problem, uid: process.getuid?.() })}\n`);
}
