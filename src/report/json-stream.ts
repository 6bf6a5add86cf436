import { type JsonObject, prettyJson } from "../core/json.ts";
import { byCodeUnit } from "../core/order.ts";

/** The one member of an object that is too large to be held: its key, and its text as `listText` makes it. */
export type StreamedMember = { readonly key: string; readonly text: AsyncIterable<string> };

/** The chunks of `prettyJson` of `{...rest, [key]: …}` with a final newline. */
export async function* objectText(rest: JsonObject, streamed: StreamedMember): AsyncGenerator<string> {
	let before = "{\n";
	for (const key of [...Object.keys(rest), streamed.key].sort(byCodeUnit)) {
		yield `${before}  ${JSON.stringify(key)}: `;
		if (key === streamed.key) yield* streamed.text;
		else yield prettyJson(rest[key] ?? null, 1);
		before = ",\n";
	}
	yield "\n}\n";
}

/** The text of an array or object that is a member of a file's outermost one. `items` are rendered at depth 2. */
export async function* listText(brackets: "[]" | "{}", items: AsyncIterable<string>): AsyncGenerator<string> {
	const [open = "", close = ""] = brackets;
	let before = open;
	for await (const item of items) {
		yield `${before}\n    ${item}`;
		before = ",";
	}
	yield before === open ? brackets : `\n  ${close}`;
}
