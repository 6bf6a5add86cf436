import { expect, test } from "vitest";
import { scrubber } from "../../src/core/scrub.ts";
import { placesOf } from "../../src/isolation/places.ts";

test("a trial's places are called as its commands call them", () => {
	const scrub = scrubber(placesOf("/tmp/assay-1/workspace"));
	expect(scrub("/tmp/assay-1/workspace/a /tmp/assay-1/home/.npm /tmp/assay-1/tmp")).toBe("$WORKSPACE/a $HOME/.npm $TMPDIR");
});
