/** Something wrong with a text, at an offset in it. */
export type Mistake = { readonly offset: number; readonly what: string; readonly remedy: string };
