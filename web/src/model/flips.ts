/** Where the advice would be another: at which bandwidth, at which rate, with which compressor. */
import type { RunDocument } from "../data/document";
import { consider, type Case } from "./case";
import type { Contest } from "./contest";
import { savedMoney, unsuitedFor, type Difference } from "./model";
import { COMPRESSORS, type Compressor, type Scenario } from "./scenario";
import { along, type Axis, type Stretch } from "./spot";
import { short } from "./sentences";
import { decide, type Verdict } from "./verdict";

/** The verdict at every bandwidth, at every rate, and with every compressor. */
export interface Flips {
  byBandwidth: readonly Stretch<Verdict>[];
  byRate: readonly Stretch<Verdict>[];
  byCompressor: readonly (readonly [Compressor, Case])[];
}

/** Return where a case would be decided otherwise; nothing where it is not decided. */
export function flipsOf(of: Case, document: RunDocument, scenario: Scenario): Flips {
  return {
    byBandwidth: of.contest && of.verdict ? verdictsAlong("bandwidth", of.contest, scenario) : [],
    byRate: of.contest && of.verdict ? verdictsAlong("rate", of.contest, scenario) : [],
    byCompressor: of.contest && of.verdict ? casesByCompressor(document, of, scenario) : [],
  };
}

/** Return the verdict along an axis, from its beginning to its end. */
export function verdictsAlong(axis: Axis, contest: Contest, scenario: Scenario): Stretch<Verdict>[] {
  return along(
    axis,
    scenario,
    (spot) => decide(contest, spot),
    (one, other) => one.kind === other.kind && one.best === other.best,
  );
}

/**
 * Return the messages per second from which on a change pays for itself in time; null if none, or no cost is given.
 *
 * Prices are per message, so that what is saved grows with the rate.
 */
export function paybackRate(less: Difference, scenario: Scenario): number | null {
  const monthly = savedMoney(less, { ...scenario, messages_per_s: 1 }).estimate;
  if (scenario.change_cost === null || monthly <= 0) return null;
  return scenario.change_cost / scenario.payback_months / monthly;
}

/** Consider a case under every compressor that has a use for its payload, and under none. */
export function casesByCompressor(document: RunDocument, of: Case, scenario: Scenario): [Compressor, Case][] {
  const suited = COMPRESSORS.filter((compressor) => !of.candidates.every((one) => unsuitedFor(one, compressor)));
  return suited.map((compressor) => [
    compressor,
    consider(document, of.payload, of.participant, of.candidates, { ...scenario, compressor }),
  ]);
}

/** A change of the scenario that is near enough for a verdict to be doubtful if it turns with it. */
interface Near {
  what: string;
  scenario: Scenario;
}

function nearTo(scenario: Scenario): Near[] {
  const { bandwidth_bits_per_s: bandwidth, compressor } = scenario;
  return [
    { what: "with half the bandwidth", scenario: { ...scenario, bandwidth_bits_per_s: bandwidth / 2 } },
    { what: "with twice the bandwidth", scenario: { ...scenario, bandwidth_bits_per_s: bandwidth * 2 } },
    compressor === "none"
      ? { what: "with gzip", scenario: { ...scenario, compressor: "gzip" } }
      : { what: "uncompressed", scenario: { ...scenario, compressor: "none" } },
  ];
}

/** Say what would turn a verdict though it is near: half or twice the bandwidth, gzip or none. */
export function closeCallsOf(of: Case, document: RunDocument, scenario: Scenario): string[] {
  const { verdict } = of;
  if (verdict === null) return [];
  return nearTo(scenario).flatMap(({ what, scenario: near }) => {
    const other = consider(document, of.payload, of.participant, of.candidates, near).verdict;
    return other && isContrary(verdict, other) ? [`${what} ${short(other)}`] : [];
  });
}

/** Tell whether two verdicts advise something else; processor time that a library saves is no matter of the link. */
function isContrary(one: Verdict, other: Verdict): boolean {
  if ([one, other].some(({ kind }) => kind === "none" || kind === "undecided")) return false;
  if (one.best.format !== other.best.format) return true;
  const byProcessor = [one, other].some(({ kind, library }) => kind === "library" && library.by === "processor");
  return one.kind !== other.kind && !byProcessor;
}
