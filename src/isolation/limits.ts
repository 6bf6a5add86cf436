/** What one trial's commands may take. */
export type SandboxLimits = {
	/** Together; of each process where there are no cgroups. */
	readonly memoryBytes: number;
	readonly processes: number;
	/** Of one file. */
	readonly fileBytes: number;
	/** Of one process, in seconds. */
	readonly cpuSeconds: number;
};

export const DEFAULT_LIMITS: SandboxLimits = {
	memoryBytes: 2 * 1024 ** 3,
	processes: 512,
	fileBytes: 1024 ** 3,
	cpuSeconds: 3_600,
};

const KIB = 1024;
/** What `ulimit -f` of a POSIX shell counts in. */
const BLOCK_BYTES = 512;

/**
 * Words of a shell that bound it and each process that it becomes or starts; the shell's own, since a program for it costs a start.
 * dash calls the number of processes `-p`, others `-u`.
 */
export function ulimits({ processes, fileBytes, cpuSeconds }: SandboxLimits): string {
	const most = `{ ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes}; }`;
	return `ulimit -c 0 && ${most} && ulimit -f ${Math.ceil(fileBytes / BLOCK_BYTES)} && ulimit -t ${cpuSeconds}`;
}

/** For one process, what it may write to; reserved addresses, of which Node and Go take many, do not count. */
export function memoryUlimit({ memoryBytes }: SandboxLimits): string {
	return `ulimit -d ${Math.ceil(memoryBytes / KIB)}`;
}
