/** What one trial's commands may take. */
export type SandboxLimits = {
	/** Together; where there are cgroups. */
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

/** The words before a command that bound each of its processes. Memory is bounded by cgroups: an address space says little of it. */
export function limited({ processes, fileBytes, cpuSeconds }: SandboxLimits): readonly string[] {
	return ["prlimit", "--core=0", `--nproc=${processes}`, `--fsize=${fileBytes}`, `--cpu=${cpuSeconds}`, "--"];
}
