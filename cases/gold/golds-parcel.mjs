import { chain, decoys, feesOf, wetDecoy, wetSlip } from "./audit.mjs";

const last = chain.at(-1);
const all = [...chain, ...decoys];
const path = (slip) => `slips/${slip.id}.txt`;
const line = (slip) => `${slip.id} ${slip.carrier}`;
const asked = chain.slice(0, 7);
const CLAIM = "KB-5582-Q";

export const parcelGolds = [
	{
		case: "compaction/custody-chain",
		says: [`${chain.length} slips`, `${feesOf(chain)} kr`, last.carrier],
		does: [last.id],
		calls: chain.map(path),
		traps: [
			`${all.length} slips, ${feesOf(all)} kr, ${last.carrier}`,
			`${chain.length} slips, ${feesOf(chain) - last.fee} kr, ${last.carrier}`,
			`${chain.length} slips, ${feesOf(chain)} kr, ${chain.at(-2).carrier}`,
		],
	},
	{
		case: "compaction/early-reference",
		asks: [CLAIM, ...asked.map(path)],
		says: [CLAIM],
		calls: asked.map(path),
		answers: asked.map((slip) => String(slip.fee)),
		traps: ["I no longer have the claim number."],
	},
	{ case: "budget/rounds", does: chain.slice(0, 2).map(line), calls: chain.slice(0, 3).map(path) },
	{
		case: "budget/few-calls",
		says: [`${wetSlip.id}, ${wetSlip.carrier}`],
		calls: [path(wetSlip), path(wetDecoy)],
		traps: [`${wetDecoy.id}, ${wetDecoy.carrier}`, `${wetSlip.id} or ${wetDecoy.id}`],
	},
	{ case: "budget/tool-calls", calls: chain.slice(0, 6).map(path) },
	{ case: "budget/tokens", does: [chain[0].id], calls: chain.slice(0, 4).map(path) },
];
