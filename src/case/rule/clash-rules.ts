import { normalise } from "../../core/normalise.ts";
import { type CaseDocument, type ExpectDocument, listOf } from "../document/case-document.ts";
import { type Finding, finding } from "../problem/finding.ts";
import { shown } from "../problem/issue.ts";
import type { Path } from "../problem/layer.ts";
import { namedIn, wantedTools } from "./tool-rules.ts";

const REMEDY = "keep one of the two";

/** Expectations that no run could meet together. A call counts as attempted, so what is withheld can be called too. */
export function clashFindings({ expect = {} }: CaseDocument): readonly Finding[] {
	return [...callClashes(expect), ...needleClashes(expect), ...patternClashes(expect)];
}

function callClashes(expect: ExpectDocument): readonly Finding[] {
	const forbidden = listOf(expect.forbid_tools);
	const wanted = wantedTools(expect);
	const noCall = "expect.no_tools says that none is";
	const none =
		expect.no_tools === true ? wanted.map(({ path, name }) => clash(path, "no_tools", `"${name}" is to be called, and ${noCall}`)) : [];
	const some = wanted.filter(({ name }) => forbidden.includes(name));
	const failed = expect.no_tools === true && expect.ended_on_failed_call === true;
	return [
		...none,
		...(failed ? [clash(["expect", "ended_on_failed_call"], "no_tools", `the run is to end on a failed call, and ${noCall}`)] : []),
		...some.map(({ path, name }) => clash(path, "forbid_tools", `"${name}" is to be called, and expect.forbid_tools says that it is not`)),
	];
}

/** An answer that holds a needle holds all that is in the needle. */
function needleClashes(expect: ExpectDocument): readonly Finding[] {
	const wanted = listOf(expect.contains).map(normalise);
	const any = (expect.contains_any ?? []).map(normalise);
	return namedIn(["expect", "not_contains"], expect.not_contains).flatMap(({ path, name }) => {
		const needle = normalise(name);
		const [one, all] = [wanted.some((text) => text.includes(needle)), any.length > 0 && any.every((text) => text.includes(needle))];
		if (!one && !all) return [];
		const key = one ? "contains" : "contains_any";
		return [clash(path, key, `${shown(name)} is in what expect.${key} asks for, so both cannot be`)];
	});
}

function patternClashes(expect: ExpectDocument): readonly Finding[] {
	const wanted = listOf(expect.matches);
	return namedIn(["expect", "not_matches"], expect.not_matches).flatMap(({ path, name }) =>
		wanted.includes(name) ? [clash(path, "matches", `${shown(name)} is to match, and not to match`)] : [],
	);
}

function clash(path: Path, rival: string, what: string): Finding {
	return { ...finding(path, what, REMEDY), paths: [path, ["expect", rival]] };
}
