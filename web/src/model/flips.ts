/** Where the advice would be another: at which bandwidth, at which rate, with which compressor. */
import type { RunDocument } from "../data/document";
import { consider, type Case } from "./case";
import { concedesMore, weightsOf, type Contest } from "./contest";
import { crossover } from "./crossover";
import {
  BITS_PER_BYTE,
  FASTEST_BITS_PER_S,
  fixedNs,
  NS_PER_S,
  savedMoney,
  SLOWEST_BITS_PER_S,
  type Difference,
  type Weight,
} from "./model";
import { COMPRESSORS, type Compressor, type Scenario } from "./scenario";
import { decide, type Kind } from "./verdict";

/** A range of bandwidths, in bits per second, and the verdict within it. */
export interface Stretch {
  fromBitsPerS: number;
  toBitsPerS: number;
  kind: Kind;
  best: Weight;
}

/**
 * Return the verdict at every bandwidth from 1 kbit/s to 1 Tbit/s, the slowest link first.
 *
 * What a verdict depends on changes at bandwidths that have a closed form; between two of them it is the same
 * everywhere, so that asking once in each gap finds all.
 */
export function verdictsByBandwidth(contest: Contest, scenario: Scenario): Stretch[] {
  const inner = turningPoints(contest, scenario).filter(
    (point) => SLOWEST_BITS_PER_S < point && point < FASTEST_BITS_PER_S,
  );
  const points = [SLOWEST_BITS_PER_S, ...[...new Set(inner)].sort((a, b) => a - b), FASTEST_BITS_PER_S];
  const stretches: Stretch[] = [];
  points.slice(1).forEach((high, at) => {
    const low = points[at] ?? SLOWEST_BITS_PER_S;
    const { kind, best } = decide(contest, { ...scenario, bandwidthBitsPerS: Math.sqrt(low * high) });
    const last = stretches.at(-1);
    if (last && last.kind === kind && last.best === best) last.toBitsPerS = high;
    else stretches.push({ fromBitsPerS: low, toBitsPerS: high, kind, best });
  });
  return stretches;
}

function turningPoints(contest: Contest, scenario: Scenario): number[] {
  const { baseline, others } = contest;
  // The link is saturated up to here.
  const points: (number | null)[] = weightsOf(contest).map(
    (weight) => scenario.messagesPerS * BITS_PER_BYTE * weight.bytes,
  );
  // A bandwidth has no price.
  if (scenario.minimise === "latency") {
    const own = others.filter((weight) => weight.format === baseline.format);
    const foreign = others.filter((weight) => weight.format !== baseline.format);
    for (const rivals of [own, foreign]) {
      rivals.forEach((first, at) => {
        for (const second of rivals.slice(at + 1)) points.push(crossover(first, second));
      });
    }
    const conceding = [own, foreign].flatMap((rivals) =>
      rivals
        .filter((rival) => !concedesMore(contest, rival))
        .flatMap((plain) =>
          rivals.filter((rival) => concedesMore(contest, rival)).map((other) => [plain, other] as const),
        ),
    );
    for (const [plain, other] of conceding) {
      points.push(halfAsMuch(contest.less(baseline, plain), contest.less(baseline, other)));
    }
    const pairs = [
      ...others.map((other) => [baseline, other] as const),
      ...own.flatMap((reference) => foreign.map((other) => [reference, other] as const)),
      ...conceding,
    ];
    for (const [reference, other] of pairs) {
      points.push(...thresholds(reference, contest.less(reference, other), scenario));
    }
  }
  return points.filter((point) => point !== null);
}

/** Return where one saves half as much as the other. */
function halfAsMuch(one: Difference, other: Difference): number | null {
  const time = one.processor.estimate - other.processor.estimate / 2;
  return bandwidth(one.bytes - other.bytes / 2, -time);
}

function thresholds(reference: Weight, less: Difference, scenario: Scenario): (number | null)[] {
  const { estimate: saved, half } = less.processor;
  if (half === null) return [];
  const share = scenario.threshold;
  return [
    // saved + transfer of the bytes saved = 0, and = half
    bandwidth(less.bytes, -saved),
    bandwidth(less.bytes, half - saved),
    // saved + transfer of the bytes saved = threshold × (fixed + transfer of the reference's bytes)
    bandwidth(less.bytes - share * reference.bytes, share * fixedNs(reference, scenario) - saved),
  ];
}

/** Return the bandwidth at which so many bytes take so long; null where there is none. */
function bandwidth(size: number, nanoseconds: number): number | null {
  if (size === 0 || nanoseconds === 0 || size > 0 !== nanoseconds > 0) return null;
  return ((BITS_PER_BYTE * size) / nanoseconds) * NS_PER_S;
}

/**
 * Return the messages per second from which on a change pays for itself in time; null if none, or no cost is given.
 *
 * Prices are per message, so that what is saved grows with the rate.
 */
export function paybackRate(less: Difference, scenario: Scenario): number | null {
  const monthly = savedMoney(less, { ...scenario, messagesPerS: 1 }).estimate;
  if (scenario.changeCost === null || monthly <= 0) return null;
  return scenario.changeCost / scenario.paybackMonths / monthly;
}

/** Consider a case under every compressor, and under none. */
export function casesByCompressor(document: RunDocument, of: Case, scenario: Scenario): [Compressor, Case][] {
  return COMPRESSORS.map((compressor) => [
    compressor,
    consider(document, of.payload, of.member, of.candidates, { ...scenario, compressor }),
  ]);
}
