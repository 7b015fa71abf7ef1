/** What else there is to say about a case: the codec that its verdict talks about, and what is to be known of it. */
import type { RunDocument } from "../data/document";
import { isSettled, lossesOf } from "./candidates";
import type { Case } from "./case";
import { coverage, losses, type Loss } from "./losses";
import type { Weight } from "./model";
import { unmet } from "./requirements";
import type { Scenario } from "./scenario";

/** Return the codec to change to; where the advice is to stay, the best alternative; null if there is none. */
export function talkedAbout({ verdict }: Case): Weight | null {
  if (verdict === null) return null;
  if (verdict.kind === "library" || verdict.kind === "format") return verdict.best;
  return verdict.rejected?.challenger ?? null;
}

/** Return what would be lost by changing to the codec that a case's verdict talks about. */
export function lossesBy(of: Case, document: RunDocument): Loss[] {
  const target = talkedAbout(of);
  if (of.contest === null || target === null) return [];
  return losses(document, of.contest.baseline.candidate, target.candidate, coverage(document, of.payload));
}

/** Return what a reader has to know of the baseline and of the codec that the verdict talks about. */
export function remarksOn(of: Case, document: RunDocument, scenario: Scenario): string[] {
  if (of.contest === null) return [];
  const { baseline } = of.contest;
  const lost = lossesOf(baseline.candidate);
  return [
    ...[baseline, talkedAbout(of)]
      .filter((weight) => weight !== null && !isSettled(weight.candidate))
      .map((weight) => `${weight?.name} had not settled: it was still becoming faster or slower when it was timed`),
    ...(lost.length > 0 ? [`${baseline.name} itself loses ${lost.join(", ")}`] : []),
    ...scenario.requirements.flatMap((requirement) => {
      const failing = unmet(baseline.candidate, requirement, document.formats, document.run.started);
      return failing === null || requirement === "exact"
        ? []
        : [`${baseline.name} itself is not what is required: ${failing}`];
    }),
  ];
}
