/** Who may be advised: the codecs of a member that the run knows enough of, and that do what is asked. */
import type { FormatInfo } from "../data/document";
import { concessions, isPrebuilt, lossesOf, type Candidate } from "./candidates";
import { difference, missing, weigh, type Difference, type Weight } from "./model";
import { unmet } from "./requirements";
import type { Scenario } from "./scenario";

/** The codecs that a verdict is about. */
export interface Contest {
  /** what is used today */
  baseline: Weight;
  /** what may be advised instead, while the link can carry it */
  others: readonly Weight[];
  /** those of them that ask more of their user than the baseline does */
  conceding: ReadonlySet<Weight>;
  /** what may not, by name, and why */
  excluded: ReadonlyMap<string, readonly string[]>;
  /** what the second takes less than the first; no bandwidth changes it, so that it is kept */
  less: (reference: Weight, other: Weight) => Difference;
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
  const excluded = new Map<string, readonly string[]>();
  for (const candidate of candidates) {
    if (candidate === baseline) continue;
    const reasons = missing(candidate, scenario.compressor).map((number) => `not in this run: ${number}`);
    const lost = lossesOf(candidate).filter(
      (loss) => !lossesOf(baseline).includes(loss) && !scenario.accepted.includes(loss),
    );
    if (lost.length) reasons.push(`loses ${lost.join(", ")}`);
    if (isPrebuilt(candidate) && !isPrebuilt(baseline)) reasons.push("starts from the library's own tree");
    const language = madeFor(candidate, formats);
    if (language && !madeFor(baseline, formats)) reasons.push(`made for ${language} alone`);
    for (const requirement of scenario.requirements) {
      const reason = unmet(candidate, requirement, formats, started);
      if (reason !== null) reasons.push(reason);
    }
    const weight = reasons.length === 0 ? weigh(candidate, scenario.compressor) : null;
    if (weight && weight.processor.half !== null) {
      others.push(weight);
      continue;
    }
    if (weight) reasons.push("measured in too few processes to know its error");
    excluded.set(candidate.name, [...new Set(reasons)]);
  }
  const conceding = new Set(others.filter((other) => concessions(baseline, other.candidate).length > 0));
  return { baseline: own, others, conceding, excluded, less: remembered(difference) };
}

/** The one language that a candidate's format was made for, if it is not for all. */
export function madeFor(candidate: Pick<Candidate, "format">, formats: readonly FormatInfo[]): string | null {
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
