/** Whether a needle would be found in every answer: answers are compared without emphasis and white space (mecha §2.2). */
export function normalisesToNothing(needle: string): boolean {
	return needle.replace(/[*_`#\s]/gu, "") === "";
}
