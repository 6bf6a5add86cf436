import { distinct, seeded, total } from "./seed.mjs";

/** `fixtures/audit`: one parcel's way through the hands of carriers, slip by slip, among the slips of other parcels. */
const CHAIN = 14;
const DECOYS = 9;
const PARCEL = "88-104";
const OTHER_PARCELS = ["88-140", "81-104", "88-014"];
const CARRIERS = ["Brightwater Ferries", "Fjordpost", "Nesset Haulage", "Aune & Sons", "Harbour Office", "Lillevik Couriers"];
const REMARKS = [
	"The parcel stood under cover; the label was legible and the cord was tight.",
	"Taken over at the quay in rain. The outer paper was dry when it was signed for.",
	"Kept overnight in the locked cage, next to the mail for the islands.",
	"Weighed again on request: no difference to the slip before this one.",
	"The receiver asked for a second signature, which stands on the back of the paper slip.",
	"Late by one sailing on account of the wind. No claim was made.",
];
const WET = "One corner of the parcel was wet on arrival; a photograph was taken and sent to the office.";
const WET_ON_CHAIN = 10;
const WET_DECOY = 3;

const random = seeded("custody");
const ids = distinct(CHAIN + DECOYS, () => random.int(0xa000, 0xffff).toString(16));

/** In the order of the parcel's way; no carrier hands on to itself. */
export const chain = drawChain(ids.slice(0, CHAIN));
/** Slips of other parcels; each is handed on into the chain or to another decoy. */
export const decoys = ids.slice(CHAIN).map((id, index) => drawDecoy(id, index));

export const wetSlip = chain[WET_ON_CHAIN];
export const wetDecoy = decoys[WET_DECOY];

export function feesOf(slips) {
	return total(slips.map((slip) => slip.fee));
}

export const auditFiles = new Map([
	["audit/parcel.txt", renderStart()],
	...[...chain, ...decoys].map((slip) => [`audit/slips/${slip.id}.txt`, renderSlip(slip)]),
]);

function drawChain(chainIds) {
	let carrier = null;
	return chainIds.map((id, index) => {
		carrier = random.pick(CARRIERS.filter((other) => other !== carrier));
		const day = 2 * index + random.int(1, 2);
		return drawSlip({ id, parcel: PARCEL, carrier, day, to: chainIds[index + 1] ?? null }, index === WET_ON_CHAIN);
	});
}

function drawDecoy(id, index) {
	const to = random.pick(ids.filter((other) => other !== id));
	return drawSlip(
		{ id, parcel: random.pick(OTHER_PARCELS), carrier: random.pick(CARRIERS), day: random.int(1, 28), to },
		index === WET_DECOY,
	);
}

function drawSlip(slip, isWet) {
	return { ...slip, fee: random.int(23, 96), remark: isWet ? WET : random.pick(REMARKS) };
}

function renderStart() {
	return [
		`Parcel ${PARCEL}: a case of sensors, from the maker to Skerry Point.`,
		"",
		"Every carrier that had it wrote a slip. A slip names the one it was handed on to.",
		"Slips of other parcels are in the same folder and may name the same slips.",
		"",
		`First slip of this parcel: ${chain[0].id} (slips/${chain[0].id}.txt)`,
		"",
	].join("\n");
}

function renderSlip(slip) {
	return [
		`Slip ${slip.id}`,
		`Parcel: ${slip.parcel}`,
		`Carrier: ${slip.carrier}`,
		`Received: 2031-05-${String(slip.day).padStart(2, "0")}, seals intact`,
		`Handling fee: ${slip.fee} kr`,
		`Remarks: ${slip.remark}`,
		slip.to === null ? "Handed on to: nobody, delivered" : `Handed on to: slip ${slip.to}`,
		"",
	].join("\n");
}
