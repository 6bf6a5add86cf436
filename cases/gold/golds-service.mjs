import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { FIXTURES, find, readFixture } from "./places.mjs";

const UPLOAD_MIB = 128;
const RETRIES = 5;

const upload = find("service/config/production.toml", "^\\[upload\\]\\n(max_mib = \\d+)");
const production = readFixture("service/config/production.toml").replace(upload, `max_mib = ${UPLOAD_MIB}`);
const port = (name) => find(`service/config/${name}.toml`, "^port = (\\d+)$");
const formerPort = find("service/README.md", "port (\\d+)");
const failures = execFileSync(process.execPath, [`${FIXTURES}service/tools/write-log.mjs`], { encoding: "utf8" })
	.split("\n")
	.filter((line) => line.endsWith("status=503"))
	.map((line) => /^(\S+) .* upstream=(\w+) /.exec(line).slice(1));
const [[requestId, upstream], [laterId]] = failures;
const address = (name) => find(`service/config/${name}.toml`, `^${upstream} = "(.+?)"`);
const order = startingOrder(JSON.parse(readFixture("service/rollout.json")).parts);
const attempts = find("service/config/base.toml", "^(attempts) = \\d+$");

export const serviceGolds = [
	{
		case: "args/upload-limit",
		asks: [`to ${UPLOAD_MIB}`],
		says: [`max_mib = ${UPLOAD_MIB}`],
		expects: [createHash("sha256").update(production).digest("hex")],
		traps: [upload],
	},
	{ case: "discrimination/production-port", says: [port("base")], traps: [port("staging"), formerPort] },
	{
		case: "chaining/first-failure",
		says: [requestId, address("production")],
		traps: [`${requestId} ${address("base")}`, `${requestId} ${address("staging")}`, `${laterId} ${address("production")}`],
	},
	{
		case: "recovery/stale-runbook",
		says: [`${attempts} = ${RETRIES}`],
		does: [`${attempts} = ${RETRIES}`],
		traps: [`retry_limit = ${RETRIES}`],
	},
	{ case: "recovery/broken-rollout", says: [order.join(" > ")], traps: ["store > gateway > dashboard > relay", "store > gateway"] },
	{ case: "conversation/changed-mind", says: ["production.toml"], traps: ["config/staging.toml"] },
	{
		case: "plan/alerts-move",
		says: ["config/base.toml", "config/alerts.yaml", "check-config.mjs"],
		traps: ["Move the thresholds from config/alerts.yaml to config/base.toml."],
	},
];

/** The one misspelt name is taken for the part that nobody waits for otherwise. */
function startingOrder(parts) {
	const names = parts.map((part) => part.name);
	const awaited = parts.flatMap((part) => part.after);
	const unawaited = names.find((name) => !awaited.includes(name));
	const started = [];
	while (started.length < parts.length) {
		const ready = (part) => part.after.every((name) => started.includes(names.includes(name) ? name : unawaited));
		started.push(parts.find((part) => !started.includes(part.name) && ready(part)).name);
	}
	return started;
}
