import { defineTool, type UnboundTool } from "./define.ts";
import { success } from "./result.ts";
import { argumentsOf, text } from "./schema.ts";

const ANSWER = "Nobody can answer in an evaluation. Go on with what you have, say what you assumed, and do not invent what is missing.";

export const askUser: UnboundTool = defineTool({
	name: "ask_user",
	description: "Asks the user a question.",
	readOnly: true,
	schema: argumentsOf({ question: text("What to ask.") }),
	run: () => Promise.resolve(success(ANSWER)),
});
