/** What stands below a verdict's sentence on a terminal: a few words to each label. */
import type { Fact } from "../data/advice";
import { flipsTexts, leftOutOf, numbersOf, ratesTexts, talkedAbout, wouldGain, type Numbers } from "./advice";
import type { Case } from "./case";
import { compressingOf } from "./compressing";
import { duration, significant } from "./figures";
import { paybackRate, type Flips } from "./flips";
import type { Loss } from "./losses";
import { NS_PER_S } from "./model";
import type { Scenario } from "./scenario";
import * as units from "./units";
import { paybackMonths } from "./verdict";

/** What was found beside the verdict. */
interface Found {
  flips: Flips;
  close: string[];
  losses: readonly Loss[];
  remarks: string[];
}

/** Return what there is to say beside the sentence; what says nothing is left out. */
export function factsOf(of: Case, { flips, close, losses, remarks }: Found, scenario: Scenario): Fact[] {
  if (of.verdict === null) return [];
  const changing = of.verdict?.kind === "library" || of.verdict?.kind === "format";
  const numbers = numbersOf(of, scenario);
  const losing = changing || wouldGain(of, scenario);
  const facts: Fact[] = [
    { label: changing ? "saves" : "would save", parts: numbers ? amounts(numbers) : [] },
    { label: "close call", parts: close },
    { label: "flips", parts: flipsTexts(of, flips, scenario) },
    { label: "compress", parts: compressingOf(of, flips, scenario) },
    { label: "rate", parts: ratesTexts(of, flips, scenario) },
    { label: "pays back", parts: paybackOf(of, scenario) },
    { label: changing ? "loses" : "would lose", parts: losing ? losses.map(({ text }) => text) : [] },
    { label: "note", parts: remarks },
    { label: "left out", parts: leftOutOf(of) },
  ];
  return facts.filter(({ parts }) => parts.length > 0);
}

function amounts({ latency, share, cores, money }: Numbers): string[] {
  return [
    share === "" ? `latency: ${latency}` : `latency ${latency} (${share})`,
    `cores ${cores}`,
    `money ${money} a month`,
  ];
}

/** After which time a change pays for itself, and from which rate on that is soon enough. */
function paybackOf(of: Case, scenario: Scenario): string[] {
  const target = talkedAbout(of) ?? of.verdict?.best;
  if (of.contest === null || !target) return [];
  const less = of.contest.less(of.contest.baseline, target);
  const rate = paybackRate(less, scenario);
  if (rate === null) return [];
  const months = paybackMonths(less, scenario);
  return [
    ...(months === null || target === of.contest.baseline ? [] : [`after ${significant(months)} months`]),
    `within ${units.plain(scenario.payback_months)} months from ${units.rate(rate)} on`,
  ];
}

/** Say for which link and rate the verdicts are. */
export function assumed(scenario: Scenario): string {
  const compressed = scenario.compressor === "none" ? "" : ` compressed with ${scenario.compressor}`;
  return (
    `Verdicts are for ${units.rate(scenario.messages_per_s)}${compressed} over ` +
    `${units.bandwidth(scenario.bandwidth_bits_per_s)}, ${duration(scenario.rtt_s * NS_PER_S)} there and back.`
  );
}

/** Say what was asked. */
export function asked(scenario: Scenario): string {
  const { compressor, change_cost: change, requirements, accepted } = scenario;
  const parts = [
    `${units.rate(scenario.messages_per_s)} ${compressor === "none" ? "uncompressed" : `after ${compressor}`} over ` +
      units.bandwidth(scenario.bandwidth_bits_per_s),
    `round trip ${duration(scenario.rtt_s * NS_PER_S)}`,
    `a core ${units.plain(scenario.cpu_price_per_core_hour)}/h`,
    `traffic ${units.plain(scenario.egress_price_per_gigabyte)}/GB`,
    ...(change === null ? [] : [`a change ${units.money(change)} once`]),
    ...(requirements.length > 0 ? [`required: ${requirements.join(", ")}`] : []),
    ...(accepted.length > 0 ? [`accepted: ${accepted.join(", ")}`] : []),
  ];
  const what = { latency: "the time of a message", cost: "the cost of a month" }[scenario.minimise];
  return `Messages: ${parts.join(", ")}. What counts is ${what}, from ${units.percent(scenario.threshold)} on.`;
}
