/** The answer as a picture: what a message takes today, with the best library for its format, with the best other format. */
import { titlesOf } from "../data/cells";
import type { PayloadInfo, RunDocument } from "../data/document";
import { candidatesOf } from "../model/candidates";
import { consider, type Case } from "../model/case";
import type { Weighed } from "../model/contenders";
import { duration, size } from "../model/figures";
import { onTop, type Weight } from "../model/model";
import { partsOf } from "../model/parts";
import type { Scenario } from "../model/scenario";
import { sentence, titlesOfFormats } from "../model/sentences";
import type { Verdict } from "../model/verdict";
import { bandwidth } from "../model/units";
import { Refusal } from "../refusal";
import { participantNames } from "./labels";
import { notesOf, pictureOf } from "./parts";
import type { Picture } from "./picture";

/**
 * Return the bars for a payload and participants, and the advice's sentence as their title if it is one participant.
 *
 * The round trip is none of the bars: it is the same for all, and most often so long that it would hide the rest.
 */
export function verdict(
  document: RunDocument,
  payload: PayloadInfo,
  participants: readonly string[],
  scenario: Scenario,
): { title: string; picture: Picture } {
  const cases = participants.map((participant) =>
    consider(document, payload, participant, candidatesOf(document, payload, participant), scenario),
  );
  const [first] = cases;
  const advised = cases.filter(({ verdict }) => verdict !== null);
  if (!first || advised.length === 0) {
    throw new Refusal(first ? sentence(first, document, scenario) : "This run has no row that was measured.");
  }
  const one = cases.length === 1;
  const bars = advised.flatMap((of) => barsOf(of, document, one));
  const made = partsOf(bars, scenario, { topped: false });
  // Who asks for one thing, and is told not to move to it, is not told what else to do.
  const isSilent = ({ kind }: Verdict) => kind === "undecided" || (kind === "stay" && scenario.to !== null);
  const best = new Set(
    advised.flatMap(({ verdict, obstacle }) => (!verdict || obstacle || isSilent(verdict) ? [] : [verdict.best])),
  );
  const totals = made.totals.map((total, at) => {
    const { weight } = bars[at] as Weighed;
    const bytes = `${size(Math.round(weight.bytes))} bytes`;
    return { ...total, baseline: !one && total.baseline, advised: best.has(weight), bytes };
  });
  const titles = participantNames(document);
  const silent = cases.filter((of) => !advised.includes(of)).map(({ participant }) => titles.get(participant));
  const { compressor } = scenario;
  const top = onTop((bars[0] as Weighed).weight, scenario);
  const compressed = compressor === "none" ? "" : `, after ${compressor}`;
  const language = one ? `, ${titlesOf(document).get(first.participant)}` : "";
  return {
    title: one ? sentence(first, document, scenario) : `What to do with ${payload.payload}`,
    picture: pictureOf({ ...made, totals }, bars, [
      `One message of ${payload.payload}${language}, over ${bandwidth(scenario.bandwidth_bits_per_s)}${compressed}` +
        (top.both > 0 ? `; ${duration(top.both)} of ${top.what} come on top of each.` : "."),
      ...notesOf(made),
      ...(best.size > 0 ? ["Bold: what is advised."] : []),
      ...(silent.length > 0 ? [`No advice from this run: ${silent.join(", ")}.`] : []),
    ]),
  };
}

function barsOf({ participant, contest, verdict }: Case, document: RunDocument, one: boolean): Weighed[] {
  if (!contest || !verdict) return [];
  const formats = titlesOfFormats(document);
  const { baseline } = contest;
  const title = ({ format }: Weight) => formats.get(format) ?? format;
  const bar = (weight: Weight | null, role: string): Weighed[] => {
    if (!weight) return [];
    const name = one ? weight.name : `${weight.name} · ${participantNames(document).get(participant)}`;
    const label = `${name}\n${role}`;
    const key = `${participant}/${weight.name}`;
    return [{ key, label, participant, candidate: weight.candidate, weight, lacking: [], baseline, less: null }];
  };
  const { library, format } = verdict;
  return [
    ...bar(baseline, `${title(baseline)}, today`),
    ...bar(library.challenger, `best other ${title(baseline)} library`),
    ...bar(format.challenger, format.challenger ? `best other: ${title(format.challenger)}` : ""),
  ];
}
