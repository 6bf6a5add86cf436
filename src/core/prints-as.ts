import { inspect } from "node:util";

/** What `console.log` shows of a class: its own fields may hide what matters, or show what says nothing. */
export function printsAs<T>(type: { readonly prototype: T }, view: (value: T) => object): void {
	Object.defineProperty(type.prototype, inspect.custom, {
		value(this: T): object {
			return view(this);
		},
	});
}
