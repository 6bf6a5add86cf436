import type { Message } from "../core/message.ts";
import type { ModelRequest } from "./model.ts";

type Logged = { readonly index: number; readonly appended: readonly Message[]; readonly rewritten: boolean };

/** Numbers the requests of a run and finds by identity what each one appends. */
export class RequestLog {
	#next = 0;
	#sent: readonly Message[] = [];

	open({ purpose, messages }: ModelRequest): Logged {
		const index = this.#next++;
		if (purpose === "summary") return { index, appended: messages, rewritten: true };
		const kept = this.#sent.every((message, at) => messages[at] === message);
		const appended = kept ? messages.slice(this.#sent.length) : messages;
		this.#sent = messages;
		return { index, appended, rewritten: !kept };
	}
}
