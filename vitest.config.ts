import { defineConfig } from "vitest/config";

/** Tests that start servers, processes to kill, or the built program: not part of `npm run check`, all of `npm run ci`. */
const OUTSIDE = [
	"test/program/**/*.test.ts",
	"test/isolation/**/*.test.ts",
	"test/model/anthropic-{cancel,errors,failure,hermetic,plain,reply,request,run}.test.ts",
	"test/support/messages-server/server.test.ts",
	"test/tool/shell.test.ts",
	"test/workspace/{jail-race,stage-exit}.test.ts",
];

export default defineConfig({
	test: {
		testTimeout: 60_000,
		hookTimeout: 60_000,
		maxWorkers: 2,
		allowOnly: false,
		projects: [
			{ extends: true, test: { name: "inside", include: ["test/**/*.test.ts"], exclude: OUTSIDE } },
			{ extends: true, test: { name: "outside", include: OUTSIDE } },
		],
	},
});
