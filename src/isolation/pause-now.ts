const never = new Int32Array(new SharedArrayBuffer(4));

/** Waits without giving way, for the moments that the kernel needs where nobody can be waited for. */
export function pauseNow(ms: number): void {
	Atomics.wait(never, 0, 0, ms);
}
