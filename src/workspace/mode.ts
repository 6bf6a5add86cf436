/** The one permission that counts: git keeps no other, so no other is the same in every checkout. */
export function isExecutable(mode: number): boolean {
	return (mode & 0o100) !== 0;
}

/** What umask 022 makes of a new file, whatever the umask is. */
export function plainMode(mode: number): number {
	return isExecutable(mode) ? 0o755 : 0o644;
}
