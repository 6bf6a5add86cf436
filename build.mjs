// Bundles the command line into dist/bin: one start-up chunk, and a chunk for each command and heavy package that is loaded
// when it is needed. `node` alone takes most of `assay --help`; resolving yargs from node_modules would take as much again.
import { rm } from "node:fs/promises";
import { build } from "esbuild";

// The width of what yargs prints. The package measures emoji, and makes tables of them before its first answer: a third of
// `assay --help`. Our help is ASCII.
const plainWidth = {
	name: "plain-width",
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, () => ({ contents: "export default (text) => text.length;" })),
};

await rm("dist/bin", { recursive: true, force: true });
await build({
	entryPoints: { main: "src/cli/main.ts" },
	outdir: "dist/bin",
	bundle: true,
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node20",
	sourcemap: true,
	// The SDK is large and only live arms load it. The banner is for CommonJS packages inside an ES module bundle.
	external: ["@anthropic-ai/sdk"],
	banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
	plugins: [plainWidth],
	logLevel: "warning",
});
