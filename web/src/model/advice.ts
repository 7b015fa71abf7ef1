/** What else there is to say about a case: the codec that its verdict talks about, and what is to be known of it. */
import type { RunDocument } from "../data/document";
import { isSettled, lossesOf } from "./candidates";
import type { Case } from "./case";
import { leftOut, weightsOf, type Contest } from "./contest";
import type { Flips } from "./flips";
import { coverage, losses, pricesOf, type Loss } from "./losses";
import { about, duration } from "./figures";
import {
  isSaturated,
  load,
  saturatingRate,
  savedCores,
  savedMoney,
  savedTime,
  total,
  waitNs,
  type Weight,
} from "./model";
import { unmet } from "./requirements";
import type { Compressor, Scenario } from "./scenario";
import { short } from "./sentences";
import { ENDS, type Stretch } from "./spot";
import * as units from "./units";
import { judge, ordered, saved, type Verdict } from "./verdict";

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

/** The load of a link from which on queues are too long to be left unsaid. */
const FULL = 0.7;

/** Tell whether the codec that a case's verdict talks about is better, if perhaps not by enough. */
export function wouldGain(of: Case, scenario: Scenario): boolean {
  const target = talkedAbout(of);
  return (
    of.contest !== null && target !== null && saved(of.contest.less(of.contest.baseline, target), scenario).estimate > 0
  );
}

/** Return for each first reason which codecs, of those that the question is about, may not be advised. */
export function leftOutOf({ contest }: Case): string[] {
  const asked = [...(contest?.excluded ?? [])].filter(([, { asked }]) => asked);
  return leftOut(asked.map(([name, { reasons }]) => [name, reasons]));
}

/** Return the losses for which a codec is left out. */
export function lossesLeftOut({ contest }: Case): string[] {
  return [...(contest?.excluded.values() ?? [])].flatMap(({ reasons }) =>
    reasons.flatMap(({ losses }) => losses ?? []),
  );
}

/** Return what a reader has to know of the baseline and of the codec that the verdict talks about. */
export function remarksOn(of: Case, document: RunDocument, scenario: Scenario): string[] {
  if (of.contest === null) return [];
  const { baseline } = of.contest;
  const target = talkedAbout(of);
  const unsteady = [baseline, ...(target ? [target] : [])].filter((weight) => !isSettled(weight.candidate));
  const lost = lossesOf(baseline.candidate);
  const best = target ?? baseline;
  const full = load(best, scenario);
  const remarks = [];
  if (unsteady.length > 0) {
    const names = unsteady.map(({ name }) => name).join(" and ");
    remarks.push(`not settled: the speed of ${names} was still changing when it was timed`);
  }
  if (lost.length > 0) remarks.push(`${baseline.name} itself loses ${lost.join(", ")}`);
  if (full >= FULL && full < 1) {
    remarks.push(`${best.name} takes ${units.percent(full)} of the link: messages would queue, which is not counted`);
  }
  remarks.push(...batchOf(best, scenario), ...dictionariesOf(target ? [baseline, target] : [baseline], scenario));
  if (of.verdict) {
    remarks.push(...downsideOf(of.contest, of.verdict, scenario), ...atAPrice(of.contest, of.verdict, scenario));
  }
  for (const requirement of scenario.requirements) {
    const failing = unmet(baseline.candidate, requirement, document.formats, document.run.started);
    if (failing !== null && requirement !== "exact") {
      remarks.push(`${baseline.name} itself is not what is required: ${failing}`);
    }
  }
  return remarks;
}

/** Say how long a message waits for those that it is sent with. */
function batchOf(weight: Weight, scenario: Scenario): string[] {
  if (weight.batch === 1) return [];
  const wait = duration(waitNs(weight, scenario));
  return [`messages wait for a batch of ${Math.round(weight.batch)}: ${wait} on average, which is counted`];
}

/** Say which dictionaries both ends have to hold. */
function dictionariesOf(weights: readonly Weight[], { compressor }: Scenario): string[] {
  const sizes = new Map(
    weights.map(({ format, candidate }) => [format, candidate.sizes?.compressed[compressor]?.dictionary_bytes ?? 0]),
  );
  const held = [...sizes].filter(([, bytes]) => bytes > 0).map(([format, bytes]) => `${about(bytes)} for ${format}`);
  return held.length > 0 ? [`both ends hold a dictionary that was trained on such messages: ${held.join(", ")}`] : [];
}

/** Say what a change surely makes worse of what is not to be minimised: the time, or the money. */
function downsideOf(contest: Contest, { kind, best }: Verdict, scenario: Scenario): string[] {
  if (!["library", "format"].includes(kind) || isSaturated(contest.baseline, scenario)) return [];
  const less = contest.less(contest.baseline, best);
  const { estimate, half } = scenario.minimise === "latency" ? savedMoney(less, scenario) : savedTime(less, scenario);
  if (half === null || estimate + half >= 0) return [];
  const more = { estimate: -estimate, half };
  if (scenario.minimise === "cost") return [`a message takes ${units.time(more)} longer with ${best.name}`];
  return more.estimate >= units.LEAST_MONEY ? [`${best.name} costs ${units.withHalf(more)} a month more`] : [];
}

/** Name the best codec that concedes something, where it beats the baseline, but not by enough the best that does not. */
function atAPrice(contest: Contest, { best: advised, library, format }: Verdict, scenario: Scenario): string[] {
  const fitting = ordered(weightsOf(contest), scenario).filter((weight) => !isSaturated(weight, scenario));
  const best = fitting.find((weight) => !contest.conceding.has(weight));
  const other = fitting.find((weight) => contest.conceding.has(weight));
  if (!best || !other || [advised, library.challenger, format.challenger].includes(other)) return [];
  const outcomes = [contest.baseline, best].map((reference) => judge(contest, reference, other, scenario));
  if (outcomes[0] !== "change" || outcomes[1] !== "threshold") return [];
  const gain = saved(contest.less(best, other), scenario);
  const more = scenario.minimise === "latency" ? units.time(gain) : `${units.withHalf(gain)} a month`;
  const prices = pricesOf(contest.baseline.candidate, other.candidate);
  return [
    `${other.name} saves ${more} more than ${best.name}, but ${prices.join(" and ")}: for that it would have to save ` +
      `${units.percent(scenario.threshold)} more`,
  ];
}

/** Say at which other bandwidths and with which other compressors the advice is another. */
export function flipsTexts({ verdict, candidates, payload }: Case, flips: Flips, scenario: Scenario): string[] {
  if (verdict === null) return [];
  const found = byBandwidth(flips.byBandwidth, scenario.bandwidth_bits_per_s);
  if (found.length === 0) {
    const [slowest, fastest] = ENDS.bandwidth.map(units.bandwidth);
    found.push(`at no bandwidth from ${slowest} to ${fastest}`);
  }
  // Of one that nothing of the run was compressed with, nobody expects anything.
  const isKnown = (compressor: Compressor) =>
    payload.compression.some((time) => time.compressor === compressor) ||
    candidates.some(({ encode }) => encode.compressed_bytes?.[compressor] !== undefined);
  return [...found, ...byCompressor(verdict, flips.byCompressor, scenario, isKnown)];
}

/** A range that is narrower than this is nobody's: what it advises is left unsaid. */
const NARROW = 1.1;

/** Return what is worth saying before and behind where a scenario is. */
function around(stretches: readonly Stretch<Verdict>[], value: number): [Stretch<Verdict>[], Stretch<Verdict>[]] {
  const at = stretches.findIndex(({ to }) => value <= to);
  const here = at < 0 ? stretches.length - 1 : at;
  const isWide = ({ from, to }: Stretch<Verdict>) => to / from >= NARROW;
  return [stretches.slice(0, here).filter(isWide), stretches.slice(here + 1).filter(isWide)];
}

function byBandwidth(stretches: readonly Stretch<Verdict>[], bandwidth: number): string[] {
  const [slower, faster] = around(stretches, bandwidth);
  return [
    ...slower.map(({ to, held }, at) => `${at === 0 ? "below" : "up to"} ${units.bandwidth(to)} ${short(held)}`),
    ...faster.map(({ from, held }) => `above ${units.bandwidth(from)} ${short(held)}`),
  ];
}

/** Say from which rate on the link is full with what is used today and with what is talked about, and what is advised then. */
export function ratesTexts(of: Case, flips: Flips, scenario: Scenario): string[] {
  const { contest } = of;
  if (contest === null || of.verdict === null) return [];
  const [fewer, more] = around(flips.byRate, scenario.messages_per_s);
  const turns = more.map(({ from, held }) => ({ rate: from, full: [] as string[], then: [short(held)] }));
  for (const weight of new Set([contest.baseline, talkedAbout(of) ?? contest.baseline])) {
    const rate = saturatingRate(weight, scenario);
    let turn = turns.find((turn) => Math.abs(turn.rate / rate - 1) < 1e-6);
    if (!turn) turns.push((turn = { rate, full: [], then: [] }));
    turn.full.push(weight.name);
  }
  const texts = turns
    .sort((a, b) => a.rate - b.rate)
    .map(({ rate, full, then }) => {
      const what = full.length > 0 ? [`${full.join(" and ")} ${full.length > 1 ? "fill" : "fills"} the link`] : [];
      return `from ${units.rate(rate)} on ${[...what, ...then].join(": ")}`;
    });
  return [
    ...fewer.map(({ to, held }, at) => `${at === 0 ? "below" : "up to"} ${units.rate(to)} ${short(held)}`),
    ...texts,
  ];
}

function byCompressor(
  here: Verdict,
  cases: Flips["byCompressor"],
  scenario: Scenario,
  isKnown: (compressor: Compressor) => boolean,
): string[] {
  const others = new Map<string, Compressor[]>();
  for (const [compressor, { verdict }] of cases) {
    if (compressor === scenario.compressor || verdict === null) continue;
    const same = verdict.kind === here.kind && (verdict.kind === "none" || verdict.best.name === here.best.name);
    if (same) continue;
    const what = short(verdict);
    others.set(what, [...(others.get(what) ?? []), compressor]);
  }
  const lines = [...others].flatMap(([what, compressors]) => {
    const compressing = compressors.filter((compressor) => compressor !== "none");
    return [
      ...(compressing.length < compressors.length ? [`uncompressed ${what}`] : []),
      ...(compressing.length > 0 ? [`with ${alternatives(compressing)} ${what}`] : []),
    ];
  });
  const lacking = cases
    .filter(([compressor, { obstacle }]) => obstacle === "missing" && isKnown(compressor))
    .map(([compressor]) => compressor);
  return lacking.length > 0 ? [...lines, `no numbers for ${alternatives(lacking)}`] : lines;
}

function alternatives(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** The three numbers of a verdict, as text: a time, cores, money a month. */
export interface Numbers {
  /** the codec that saves it */
  codec: string;
  latency: string;
  /** the share of the baseline's time; empty where that is without bound */
  share: string;
  cores: string;
  money: string;
}

/** Return what the codec that the verdict talks about takes less than the baseline; null if there is none. */
export function numbersOf(of: Case, scenario: Scenario): Numbers | null {
  const target = talkedAbout(of);
  if (of.contest === null || target === null) return null;
  const { baseline } = of.contest;
  const less = of.contest.less(baseline, target);
  const time = savedTime(less, scenario);
  const unbounded = isSaturated(baseline, scenario);
  return {
    codec: target.name,
    latency: unbounded ? "without bound today" : units.time(time),
    share: unbounded ? "" : units.percent(time.estimate / total(baseline, scenario).estimate),
    cores: units.amount(savedCores(less, scenario), units.LEAST_CORES),
    money: units.amount(savedMoney(less, scenario), units.LEAST_MONEY),
  };
}
