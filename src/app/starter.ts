import { VERSION } from "./version.ts";

/** Written where a folder has none: what the workflow installs. */
export const PACKAGE_FILE = "package.json";
export const PACKAGE: string = `{ "private": true, "devDependencies": { "assay": "^${VERSION}" } }\n`;

/** The files of a first suite: a bug, a test that shows it, a case that asks for the fix, and the fix. */
export const STARTER: ReadonlyMap<string, string> = new Map([
	[
		"assay.yaml",
		`# The root of a suite. \`assay run\` answers with each case's own oracle until an arm is marked \`default: true\`.
name: first-suite
cases: ["cases/**/*.yaml"]
# arms:
#   sonnet:
#     provider: anthropic
#     model: claude-sonnet-4-5
#     default: true
`,
	],
	[
		"cases/codegen/total.yaml",
		`prompt: |
  \`node test.js\` fails. Find out why and fix src/total.js; leave test.js as it is.
  Say in one sentence what was wrong.
tags: [codegen]
fixture: shop
limits: {rounds: 12, tokens: 60000}
oracle:
  - fs_read: {path: src/total.js}
  - fs_edit: {path: src/total.js, old: "let sum = 1;", new: "let sum = 0;"}
  - shell: {command: node test.js}
  - say: The sum started at 1 instead of 0, so every total was one too high.
expect:
  tools: [shell]
  contains: [one too high]
  unchanged: [test.js]
  verify: node test.js
`,
	],
	["fixtures/shop/package.json", `{ "name": "shop", "private": true, "type": "module" }\n`],
	[
		"fixtures/shop/src/total.js",
		`export function total(prices) {
  let sum = 1;
  for (const price of prices) sum += price;
  return sum;
}
`,
	],
	[
		"fixtures/shop/test.js",
		`import assert from "node:assert/strict";
import { total } from "./src/total.js";

assert.equal(total([]), 0);
assert.equal(total([2, 3]), 5);
console.log("ok");
`,
	],
	[
		".github/workflows/assay.yml",
		`name: assay
on: [push, pull_request]
jobs:
  suite:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      # package.json says where npm finds assay. Where no registry of yours has it, keep a tarball here
      # (\`npm pack\` in a checkout of Assay makes one) and name that: "assay": "file:vendor/assay-${VERSION}.tgz"
      - run: npm install
      - run: npx --no-install assay check
      - run: npx --no-install assay run -o reports/ci
      - if: always()
        uses: actions/upload-artifact@v4
        with: { name: assay, path: reports/ci }
`,
	],
	[".gitignore", "node_modules/\nreports/*\n!reports/baseline/\n"],
]);
