/** Who may be advised: the codecs of a participant that the run knows enough of, and that do what is asked. */
import type { FormatInfo } from "../data/document";
import { concessions, isPrebuilt, lossesOf, type Candidate, type Described } from "./candidates";
import { difference, missing, weigh, type Difference, type Weight } from "./model";
import { unmet } from "./requirements";
import type { Requirement, Scenario } from "./scenario";

/** The codecs that a verdict is about. */
export interface Contest {
  /** what is used today */
  baseline: Weight;
  /** what may be advised instead, while the link can carry it */
  others: readonly Weight[];
  /** those of them that ask more of their user than the baseline does */
  conceding: ReadonlySet<Weight>;
  /** those of them that the question is about */
  asked: ReadonlySet<Weight>;
  /** what may not be advised, by name, and why */
  excluded: ReadonlyMap<string, Excluded>;
  /** what the second takes less than the first; no bandwidth changes it, so that it is kept */
  less: (reference: Weight, other: Weight) => Difference;
}

/** A codec that may not be advised. */
export interface Excluded {
  /** null if the run lacks a number for it */
  weight: Weight | null;
  reasons: readonly Reason[];
  /** whether the question is about it */
  asked: boolean;
}

/** Why a codec may not be advised; where that is for the user to say, what would have to be accepted for it. */
export interface Reason {
  text: string;
  losses?: readonly string[];
  requirement?: Requirement;
}

/** Return a scenario in which none of some reasons holds; null if one of them does in any. */
export function waived(scenario: Scenario, reasons: readonly Reason[]): Scenario | null {
  if (reasons.some(({ losses, requirement }) => !losses && !requirement)) return null;
  return {
    ...scenario,
    accepted: [...scenario.accepted, ...reasons.flatMap(({ losses }) => losses ?? [])],
    requirements: scenario.requirements.filter((name) => reasons.every(({ requirement }) => requirement !== name)),
  };
}

/** The baseline and all that may be advised. */
export function weightsOf(contest: Contest): Weight[] {
  return [contest.baseline, ...contest.others];
}

/** Set up the contest against a baseline; null if the run lacks a number for it. */
export function enter(
  candidates: readonly Candidate[],
  baseline: Candidate,
  scenario: Scenario,
  formats: readonly FormatInfo[],
  started: string,
): Contest | null {
  const own = weigh(baseline, scenario.compressor);
  if (own === null) return null;
  const others: Weight[] = [];
  const excluded = new Map<string, Excluded>();
  for (const candidate of candidates) {
    if (candidate === baseline) continue;
    const reasons = [
      ...missing(candidate, scenario.compressor).map((number): Reason => ({ text: `not in this run: ${number}` })),
      ...reasonsAgainst(candidate, baseline, scenario, formats, started),
    ];
    const weight = weigh(candidate, scenario.compressor);
    if (weight && weight.processor.half === null) {
      reasons.push({ text: "measured in too few processes to know its error" });
    }
    if (weight && reasons.length === 0) others.push(weight);
    else excluded.set(candidate.name, { weight, reasons, asked: isAsked(candidate, scenario.to) });
  }
  return {
    baseline: own,
    others,
    conceding: new Set(others.filter((other) => concessions(baseline, other.candidate).length > 0)),
    asked: new Set(others.filter(({ candidate }) => isAsked(candidate, scenario.to))),
    excluded,
    less: remembered(difference),
  };
}

/** So many codecs are named for each reason to leave them out. */
const SOME = 3;

/** Return for each first reason which codecs may not be advised. */
export function leftOut(excluded: Iterable<[name: string, reasons: readonly Reason[]]>): string[] {
  const byReason = new Map<string, string[]>();
  for (const [name, reasons] of excluded) {
    const reason = reasons[0]?.text ?? "";
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].map(([reason, names]) => {
    const more = names.length - SOME;
    return `${reason}: ${names.slice(0, SOME).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  });
}

/** Tell whether a question is about a candidate: about its format, its codec, or one variant of that. */
export function isAsked({ name, format, rows: [{ codec }] }: Described, wanted: string | null): boolean {
  return wanted === null || [name, format, codec].includes(wanted);
}

/** Say why a candidate may not be advised, whatever its numbers are. */
export function reasonsAgainst(
  candidate: Described,
  baseline: Described,
  scenario: Scenario,
  formats: readonly FormatInfo[],
  started: string,
): Reason[] {
  const { accepted, requirements } = scenario;
  const reasons: Reason[] = [];
  const lost = lossesOf(candidate).filter((loss) => !lossesOf(baseline).includes(loss) && !accepted.includes(loss));
  if (lost.length > 0) reasons.push({ text: `loses ${lost.join(", ")}`, losses: lost });
  if (isPrebuilt(candidate) && !isPrebuilt(baseline)) reasons.push({ text: "starts from the library's own tree" });
  const language = madeFor(candidate, formats);
  if (language && !madeFor(baseline, formats)) reasons.push({ text: `made for ${language} alone` });
  for (const requirement of requirements) {
    const text = unmet(candidate, requirement, formats, started);
    if (text !== null) reasons.push({ text, requirement });
  }
  return reasons;
}

/** The one language that a candidate's format was made for, if it is not for all. */
export function madeFor(candidate: Pick<Described, "format">, formats: readonly FormatInfo[]): string | null {
  return formats.find(({ format }) => format === candidate.format)?.made_for ?? null;
}

function remembered(compute: typeof difference): typeof difference {
  const known = new Map<Weight, Map<Weight, Difference>>();
  return (reference, other) => {
    let from = known.get(reference);
    if (!from) known.set(reference, (from = new Map()));
    let found = from.get(other);
    if (!found) from.set(other, (found = compute(reference, other)));
    return found;
  };
}
