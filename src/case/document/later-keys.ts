/** Keys that the design names and this version does not act on: to take them and do nothing would be a lie. */
export const LATER_CASE_KEYS: readonly string[] = [
	"mail",
	"outbox",
	"hooks",
	"mcp",
	"web",
	"cluster",
	"compaction",
	"strategy",
	"plan_approval",
	"snapshots",
];

export const LATER_EXPECT_KEYS: readonly string[] = [
	"taint",
	"blocked_sends",
	"judge",
	"equals",
	"number",
	"json",
	"words",
	"calls",
	"changed_only",
	"staged",
	"sent",
	"usage",
	"turn N",
	"any_of",
	"all_of",
	"not",
	"weight",
	"check",
];

export const LATER_CONFIG_KEYS: readonly string[] = [
	"judge",
	"providers",
	"hooks",
	"gate",
	"experiment",
	"quarantine",
	"redact",
	"normalise",
	"history",
];

export const LATER_ARM_KEYS: readonly string[] = ["command"];
export const LATER_PROVIDERS: readonly string[] = ["openai", "command"];
