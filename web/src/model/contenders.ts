/** All codecs of the chosen participants on one payload, each with what one message takes, and their order. */
import { titlesOf } from "../data/cells";
import type { Cell, FormatInfo, PayloadInfo, RunDocument } from "../data/document";
import { baselineOf, candidatesOf, isPrebuilt, lossesOf, type Candidate } from "./candidates";
import { madeFor } from "./contest";
import { difference, isSaturated, missing, weigh, type Difference, type Weight } from "./model";
import type { Compressor, Scenario } from "./scenario";
import { objective } from "./verdict";

/** A codec with what one message takes, and how that differs from its participant's baseline. */
export interface Contender {
  /** participant and codec, as the rows of the run are named */
  key: string;
  /** the codec with its variant; where there are several participants, with its own */
  label: string;
  participant: string;
  candidate: Candidate;
  /** null if the run lacks a number for it */
  weight: Weight | null;
  /** which numbers those are */
  lacking: readonly string[];
  /** what its participant uses today */
  baseline: Weight | null;
  /** what it takes less than that */
  less: Difference | null;
}

/** A contender that the run has all numbers of. */
export type Weighed = Contender & { weight: Weight };

/**
 * Return the contenders of participants on a payload.
 *
 * @param kept what the filters have left; baselines stay, so that there is something to compare with
 */
export function contendersOf(
  document: RunDocument,
  payload: PayloadInfo,
  participants: readonly string[],
  kept: readonly Cell[],
  compressor: Compressor,
  wanted: string | null,
): Contender[] {
  const titles = titlesOf(document);
  const left = new Set(kept);
  return participants.flatMap((participant) => {
    const candidates = candidatesOf(document, payload, participant);
    const today = baselineOf(candidates, wanted);
    const baseline = today && weigh(today, compressor);
    return candidates
      .filter((candidate) => candidate === today || (left.has(candidate.encode) && left.has(candidate.decode)))
      .map((candidate) => {
        const weight = candidate === today ? baseline : weigh(candidate, compressor);
        return {
          key: `${participant}/${candidate.name}`,
          label:
            participants.length > 1 ? `${candidate.name} · ${titles.get(participant) ?? participant}` : candidate.name,
          participant,
          candidate,
          weight,
          lacking: missing(candidate, compressor),
          baseline,
          less: weight && baseline && difference(baseline, weight),
        };
      });
  });
}

/** Tell whether a contender has all numbers. */
export function isWeighed(contender: Contender): contender is Weighed {
  return contender.weight !== null;
}

/** Return those with all numbers, the best first, and after all others those that do not fit through the link. */
export function ranked(contenders: readonly Contender[], scenario: Scenario): Weighed[] {
  return contenders
    .filter(isWeighed)
    .map((contender) => ({
      contender,
      saturated: isSaturated(contender.weight, scenario),
      value: objective(contender.weight, scenario).estimate,
    }))
    .sort(
      (a, b) =>
        Number(a.saturated) - Number(b.saturated) || a.value - b.value || (a.contender.key < b.contender.key ? -1 : 1),
    )
    .map(({ contender }) => contender);
}

/** Return why a candidate is not for everybody, if it is not. */
export function caveats(candidate: Candidate, formats: readonly FormatInfo[]): string[] {
  const language = madeFor(candidate, formats);
  return [
    ...lossesOf(candidate).map((loss) => `loses ${loss}`),
    ...(isPrebuilt(candidate) ? ["from the library's own tree"] : []),
    ...(language ? [`made for ${language} alone`] : []),
  ];
}
