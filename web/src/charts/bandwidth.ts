/** The time of a call against the bandwidth of its link, and which codec is the best where. */
import { groupBy, participantOf, rowName } from "../data/cells";
import type { PayloadInfo, RunDocument } from "../data/document";
import { baselineOf, candidatesOf, isExact, isPrebuilt, lossesOf } from "../model/candidates";
import { madeFor } from "../model/contest";
import { envelope } from "../model/crossover";
import { duration } from "../model/figures";
import { onTop, transferNs, weigh, type Weight } from "../model/model";
import type { Scenario } from "../model/scenario";
import { bandwidth as bandwidthText } from "../model/units";
import type { Picture, Row } from "./picture";
import {
  LEFT_ABOVE,
  LEFT_BELOW,
  place,
  RIGHT_ABOVE,
  RIGHT_BELOW,
  type Anchor,
  type Label,
  type Place,
} from "./placing";
import { domainOf, placeIn, ticksOf, type Ends } from "./axes";
import { groupOf, groupWords } from "./formats";
import { clockNotes, many, participantNames } from "./labels";

const HEIGHT = 360;
const SLOWEST = 1e3;
const FASTEST = 1e10;
/** Points of a line per decade, so that no label fits between them. */
const DENSE = 60;
/** Links that the axis has in any case; and how far it reaches at least for those whose own is slower than those. */
const COMMON: Ends = [1e6, 1e9];
const FASTEST_OF_SLOW = 1e7;
/** How many times slower and faster than every crossing, and than the user's link, the axis reaches at least. */
const ROOM = 8;
const ROOM_OF_USER = 2;
const FOOT_PX = 16;
const RULE_PX = 8;
const AT_FOOT: readonly Anchor[] = [
  { align: "left", baseline: "middle", dx: 6, dy: 0 },
  { align: "right", baseline: "middle", dx: -6, dy: 0 },
];

/** A range of bandwidths, and the codec that is the fastest there. */
type Stretch = readonly [number, number, Weight];

interface Crossing extends Row {
  bandwidth: number;
  time: number;
  text: string;
}

/** Return what can be sent: codecs that encode and decode a payload, of which the run has what the scenario needs. */
export function weightsOf(document: RunDocument, payload: PayloadInfo, scenario: Scenario): Weight[] {
  return [...new Set(document.cells.map(participantOf))]
    .flatMap((participant) => candidatesOf(document, payload, participant))
    .flatMap((candidate) => weigh(candidate, scenario.compressor) ?? []);
}

/**
 * Return the time of one message on links of many bandwidths, but for the round trip and the wait for a batch, which
 * are the same for all codecs and most often so long that they would hide what these differ in: they are a line of
 * their own. Null without weights.
 */
export function bandwidth(document: RunDocument, weights: readonly Weight[], scenario: Scenario): Picture | null {
  const [first] = weights;
  if (!first) return null;
  const names = namesOf(document, weights);
  const baselines = baselinesOf(weights, scenario);
  const barred = barredOf(document, weights, baselines, scenario);
  const able = weights.filter((weight) => barred.get(weight)?.length === 0);
  const rivals = able.length > 0 ? able : weights;
  const every = envelope(rivals)
    .filter(({ fromBitsPerS, toBitsPerS }) => toBitsPerS > SLOWEST && fromBitsPerS < FASTEST)
    .map(({ fromBitsPerS, toBitsPerS, best }): Stretch => [
      Math.max(fromBitsPerS, SLOWEST),
      Math.min(toBitsPerS, FASTEST),
      best,
    ]);
  const current = scenario.bandwidth_bits_per_s;
  const x = interesting(every, current);
  const stretches = every
    .filter(([low, high]) => low < x[1] && high > x[0])
    .map(([low, high, best]): Stretch => [Math.max(low, x[0]), Math.min(high, x[1]), best]);
  const winners = new Set(stretches.map(([, , best]) => idOf(best)));
  const times: number[] = [];
  const links = linksOf(...x);
  const rows = weights.flatMap((weight) => {
    const line = idOf(weight);
    const common = {
      id: rowName(weight.candidate.encode),
      line,
      label: names.get(line),
      group: groupOf(weight.format),
      lossy: !isExact(weight.candidate),
      best: winners.has(line),
    };
    return links.map((link) => {
      const time = timeOn(weight, link);
      times.push(time);
      return { ...common, bandwidth: link, time };
    });
  });
  const best = stretches.flatMap(([low, high, best], stretch) =>
    linksOf(low, high).map((link) => ({
      stretch,
      label: names.get(idOf(best)),
      group: groupOf(best.format),
      bandwidth: link,
      time: timeOn(best, link),
    })),
  );
  const crossings = stretches
    .slice(1)
    .map(([low, , best]): Crossing => ({ bandwidth: low, time: timeOn(best, low), text: bandwidthText(low) }));
  const y = domainOf(times, "log", { below: 0.16, above: 0.02 });
  const rules = rulesOf(crossings, Math.min(Math.max(current, x[0]), x[1]), x, y);
  const taken = stretches.flatMap(([low, high, best]) =>
    linksOf(low, high, DENSE).map((link): Place => [placeIn(link, x, "log"), placeIn(timeOn(best, link), y, "log")]),
  );
  const top = onTop(first, scenario);
  const fastest = fastestOf(stretches, names);
  const today = leastOn(current, [...baselines.values()]);
  return {
    kind: "bandwidth",
    data: {
      rows,
      best,
      baseline: today
        ? links.map((link) => ({ group: groupOf(today.format), bandwidth: link, time: timeOn(today, link) }))
        : [],
      crossings,
      feet: feetOf(crossings, x, rules),
      labels: labelsOf(stretches, today, names, x, y, [...rules, ...taken]),
      current:
        x[0] <= current && current <= x[1]
          ? [{ bandwidth: current, text: bandwidthText(current), right: current > Math.sqrt(x[0] * x[1]) }]
          : [],
      roundTrip:
        y[0] < top.both && top.both < y[1] ? [{ time: top.both, text: `${top.what}: ${duration(top.both)} more` }] : [],
    },
    words: {
      y: `time of a call without its ${top.what}, log scale`,
      x: "bandwidth of the link (bit/s), log scale",
      xDomain: x,
      yDomain: y,
      yTicks: ticksOf(y, "log"),
      ...groupWords([...stretches.map(([, , best]) => best), ...(today ? [today] : [])].map(({ format }) => format)),
    },
    description: `Line chart of the time of a call with ${many(weights.length, "codec")} against bandwidth. ${fastest}`,
    notes: [
      fastest,
      ...notesOf(weights, barred, today && (names.get(idOf(today)) ?? null)),
      ...clockNotes(
        document,
        weights.map(({ candidate }) => candidate.encode),
      ),
    ],
  };
}

/** Return the nanoseconds of a message, with all of its batch, on a link, but for what comes on top. */
function timeOn(weight: Weight, bitsPerS: number): number {
  return weight.batch * (weight.processor.estimate + transferNs(weight.bytes, bitsPerS));
}

function linksOf(low: number, high: number, perDecade = 8): number[] {
  const steps = Math.max(Math.ceil(Math.log10(high / low) * perDecade), 1);
  return Array.from({ length: steps + 1 }, (_, step) => low * (high / low) ** (step / steps));
}

function idOf(weight: Weight): string {
  return `${participantOf(weight.candidate.encode)}/${weight.name}`;
}

function namesOf(document: RunDocument, weights: readonly Weight[]): ReadonlyMap<string, string> {
  const titles = participantNames(document);
  const participants = weights.map(({ candidate }) => participantOf(candidate.encode));
  const several = new Set(participants).size > 1;
  return new Map(
    weights.map((weight, at) => [
      idOf(weight),
      several ? `${weight.name} · ${titles.get(participants[at] ?? "")}` : weight.name,
    ]),
  );
}

/** Return the decades about all crossings, common links and the user's bandwidth. */
function interesting(stretches: readonly Stretch[], current: number): Ends {
  const crossings = stretches.slice(1).map(([low]) => low);
  const slowest = Math.min(COMMON[0], current / ROOM_OF_USER, ...crossings.map((crossing) => crossing / ROOM));
  const common = current < COMMON[0] ? FASTEST_OF_SLOW : COMMON[1];
  const fastest = Math.max(common, current * ROOM_OF_USER, ...crossings.map((crossing) => crossing * ROOM));
  return [
    Math.max(10 ** Math.floor(Math.log10(slowest)), SLOWEST),
    Math.min(10 ** Math.ceil(Math.log10(fastest)), FASTEST),
  ];
}

/** Name each stretch of the envelope below its line, where no other line runs, the longest first; and the baseline. */
function labelsOf(
  stretches: readonly Stretch[],
  baseline: Weight | null,
  names: ReadonlyMap<string, string>,
  x: Ends,
  y: Ends,
  taken: readonly Place[],
): Row[] {
  const along = (weight: Weight, [low, high]: Ends): Label[] =>
    [0.5, 0.35, 0.65, 0.2, 0.8, 0.9, 0.98].map((share) => {
      const link = low * (high / low) ** share;
      const row = { bandwidth: link, time: timeOn(weight, link), text: names.get(idOf(weight)) ?? "" };
      return { at: [placeIn(link, x, "log"), placeIn(row.time, y, "log")], row };
    });
  const longest = [...stretches].sort((a, b) => a[0] / a[1] - b[0] / b[1]);
  const named = place(
    longest.map(([low, high, best]) => along(best, [low, high])),
    taken,
    HEIGHT,
    [LEFT_BELOW, RIGHT_BELOW],
  );
  if (baseline === null || stretches.some(([, , best]) => best === baseline)) return named;
  // The fastest stand below all lines, and nobody may miss what they are compared with.
  const always = along(baseline, x).map((label) => ({ ...label, always: true }));
  return [...named, ...place([always], taken, HEIGHT, [RIGHT_ABOVE, LEFT_ABOVE])];
}

/** Say which crossings have room for their bandwidth at the foot of the chart. */
function feetOf(crossings: readonly Crossing[], x: Ends, rules: readonly Place[]): Row[] {
  const feet = crossings.map((row) => [{ at: [placeIn(row.bandwidth, x, "log"), FOOT_PX / HEIGHT] as const, row }]);
  return place(feet, rules, HEIGHT, AT_FOOT);
}

/** Return points along the upright rules of the chart, which no label may cover. */
function rulesOf(crossings: readonly Crossing[], current: number, x: Ends, y: Ends): Place[] {
  const tops = [
    ...crossings.map(({ bandwidth, time }) => [bandwidth, placeIn(time, y, "log")] as const),
    [current, 1] as const,
  ];
  const steps = Math.floor(HEIGHT / RULE_PX);
  return tops.flatMap(([link, top]) =>
    Array.from({ length: Math.floor(top * steps) + 1 }, (_, step): Place => [placeIn(link, x, "log"), step / steps]),
  );
}

function fastestOf(stretches: readonly Stretch[], names: ReadonlyMap<string, string>): string {
  const name = (stretch: Stretch | undefined) => (stretch ? names.get(idOf(stretch[2])) : undefined);
  const parts = stretches.slice(0, -1).map((stretch) => `${name(stretch)} up to ${bandwidthText(stretch[1])}`);
  parts.push(`${name(stretches.at(-1))}${parts.length > 0 ? " above" : " at every bandwidth shown"}`);
  return `The fastest: ${parts.join(", ")}.`;
}

const REASONS = ["lossy", "encoded from a tree of the library's own", "made for one language"] as const;
type Barred = ReadonlyMap<Weight, readonly string[]>;

/** Return what each participant uses today. */
function baselinesOf(weights: readonly Weight[], scenario: Scenario): ReadonlyMap<string, Weight> {
  return new Map(
    [...groupBy(weights, ({ candidate }) => participantOf(candidate.encode))].flatMap(([participant, own]) => {
      const candidates = own.map(({ candidate }) => candidate);
      const baseline = baselineOf(candidates, scenario.baseline);
      const weight = own.find(({ candidate }) => candidate === baseline);
      return weight ? [[participant, weight] as const] : [];
    }),
  );
}

function leastOn(bitsPerS: number, weights: readonly Weight[]): Weight | null {
  const [best] = [...weights].sort((a, b) => timeOn(a, bitsPerS) - timeOn(b, bitsPerS));
  return best ?? null;
}

/** Return why each is not to be called the fastest, as it would not be advised: for what its baseline is not. */
function barredOf(
  document: RunDocument,
  weights: readonly Weight[],
  baselines: ReadonlyMap<string, Weight>,
  scenario: Scenario,
): Barred {
  return new Map(
    weights.map((weight) => {
      const { candidate } = weight;
      const baseline = baselines.get(participantOf(candidate.encode))?.candidate ?? null;
      const known = [...scenario.accepted, ...(baseline ? lossesOf(baseline) : [])];
      const barred = [
        lossesOf(candidate).some((loss) => !known.includes(loss)),
        isPrebuilt(candidate) && !(baseline && isPrebuilt(baseline)),
        madeFor(candidate, document.formats) !== null && !(baseline && madeFor(baseline, document.formats)),
      ];
      return [weight, REASONS.filter((_, number) => barred[number])] as const;
    }),
  );
}

function notesOf(weights: readonly Weight[], barred: Barred, baseline: string | null): string[] {
  const own = baseline === null ? "" : ` in colour: ${baseline}, the baseline;`;
  const notes = [`Strong line: the fastest at each bandwidth;${own} thin lines: all others.`];
  if (weights.some(({ candidate }) => !isExact(candidate))) notes.push("Dashed: lossy.");
  const every = [...barred.values()];
  const reasons = REASONS.filter((reason) => every.some((own) => own.includes(reason)));
  if (reasons.length > 0 && every.some((own) => own.length === 0)) {
    notes.push(`Not among the fastest: what is ${reasons.join(" or ")}, and its baseline is not.`);
  }
  return notes;
}
