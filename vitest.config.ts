import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: "test",
		testTimeout: 60_000,
		hookTimeout: 60_000,
		maxWorkers: 2,
		allowOnly: false,
	},
});
