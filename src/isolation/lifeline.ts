import { Duplex } from "node:stream";
import type { Program } from "./process-tree.ts";

/**
 * Words of a shell that ask a harness whether it is still there, and end where it is not. What binds a program to the life of its
 * parent takes hold only once it is asked for, so that a harness that was killed before that is found out in no other way; and
 * an open pipe says nothing, since threads of a program that was killed hold it for a while.
 */
export function askHarness(descriptor: number): string {
	return `echo >&${descriptor} && read -r alive <&${descriptor}`;
}

/** `asked` is called as soon as a program that came so far asks: it waits for the answer. */
export function answer({ stdio }: Program, descriptor: number, asked: () => void): void {
	const line = stdio[descriptor];
	if (!(line instanceof Duplex)) return;
	line
		.on("error", () => {})
		.on("data", () => {
			asked();
			line.write("\n");
		});
}
