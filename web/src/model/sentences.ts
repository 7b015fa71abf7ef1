/** The verdict in plain sentences. */
import type { RunDocument } from "../data/document";
import type { Case } from "./case";
import { weightsOf, type Contest } from "./contest";
import { duration, significant } from "./figures";
import { isSaturated, load, type Weight } from "./model";
import type { Scenario } from "./scenario";
import * as units from "./units";
import { judge, objective, paybackMonths, saved, gaining, type Answer, type Verdict } from "./verdict";

type Titles = ReadonlyMap<string, string>;

/** Say what to do, and why; or why there is nothing to advise. */
export function sentence(of: Case, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict } = of;
  const titles = titlesOfFormats(document);
  if (!contest || !verdict || of.obstacle !== null) return `No advice: ${obstacle(of, document, scenario)}`;
  const { baseline } = contest;
  const { best } = verdict;
  const own = title(baseline, titles);
  if (verdict.kind === "stay") {
    const what = verdict.format.reference === baseline ? "alternative" : "other library";
    return `Stay with ${own} (${baseline.name}): ${rejection(verdict.rejected, contest, scenario, what)}.`;
  }
  const advice =
    verdict.kind === "library"
      ? `Stay with ${own}, but use ${best.name}`
      : `Move to ${title(best, titles)} with ${best.name}`;
  return `${advice}: ${gain(baseline, best, contest, scenario)}.`;
}

/** Say how the other question was answered, where that adds something; otherwise nothing. */
export function further({ contest, verdict }: Case, document: RunDocument, scenario: Scenario): string {
  if (!contest || !verdict) return "";
  const { kind, best, format } = verdict;
  const { challenger, reference } = format;
  if (challenger && (kind === "library" || (kind === "stay" && reference !== contest.baseline))) {
    const either = `No other format either: against ${reference.name}, ${rejection(format, contest, scenario, "of them")}.`;
    if (kind !== "stay" || judge(contest, contest.baseline, challenger, scenario) !== "change") return either;
    const whole = saves(contest.baseline, challenger, contest, scenario);
    return `${either} Against ${contest.baseline.name} it ${whole}, but a part of that comes with ${reference.name} alone.`;
  }
  const library = gaining(verdict.library);
  if (kind === "format" && library) {
    const own = title(contest.baseline, titlesOfFormats(document));
    return `Against ${library.name}, the best for ${own}, it ${saves(library, best, contest, scenario)}.`;
  }
  return "";
}

/** Say a verdict in a few words: `stay with json`, `use orjson`, `move to ormsgpack`, `no codec fits`. */
export function short({ kind, best: { name: codec } }: Pick<Verdict, "kind" | "best">): string {
  switch (kind) {
    case "none":
      return "no codec fits";
    case "stay":
      return `stay with ${codec}`;
    case "library":
      return `use ${codec}`;
    case "format":
      return `move to ${codec}`;
  }
}

/** Return the titles of the run's formats by their names. */
export function titlesOfFormats(document: RunDocument): Titles {
  return new Map(document.formats.map((form) => [form.format, form.title]));
}

function title(weight: Weight, titles: Titles): string {
  return titles.get(weight.format) ?? weight.format;
}

function gain(reference: Weight, best: Weight, contest: Contest, scenario: Scenario): string {
  if (isSaturated(reference, scenario)) {
    const needed = units.percent(load(reference, scenario));
    const left = units.percent(load(best, scenario));
    return `${reference.name} needs ${needed} of the link at ${units.rate(scenario.messages_per_s)}, ${best.name} ${left}`;
  }
  return `it ${saves(reference, best, contest, scenario)} against ${reference.name}`;
}

function saves(reference: Weight, other: Weight, contest: Contest, scenario: Scenario): string {
  const less = saved(contest.less(reference, other), scenario);
  const whole = objective(reference, scenario).estimate;
  const share = units.percent(less.estimate / whole);
  return scenario.minimise === "latency"
    ? `saves ${units.time(less)} of ${units.a(duration(whole))} call (${share})`
    : `saves ${units.withHalf(less)} of ${units.money(whole)} a month (${share})`;
}

function rejection(answer: Answer | null, contest: Contest, scenario: Scenario, what: string): string {
  if (!answer?.challenger) return "the run has nothing else that may be advised";
  const { reference, challenger, outcome } = answer;
  const best = `the best ${what}, ${challenger.name},`;
  const less = contest.less(reference, challenger);
  if (outcome === "no-gain") {
    const { estimate, half } = saved(less, scenario);
    const more = { estimate: 0 - estimate, half }; // not −0
    return scenario.minimise === "latency"
      ? `${best} takes ${units.time(more)} longer`
      : `${best} costs ${units.withHalf(more)} a month more`;
  }
  const clause = `${best} ${saves(reference, challenger, contest, scenario)}`;
  if (outcome === "noise") return `${clause}, which may be noise`;
  if (outcome === "threshold") return `${clause}, under the threshold of ${units.percent(scenario.threshold)}`;
  const months = paybackMonths(less, scenario);
  return `${clause}, and pays back ${months === null ? "never" : `only after ${significant(months)} months`}`;
}

function obstacle({ obstacle, contest, lacking, budgetS }: Case, document: RunDocument, scenario: Scenario): string {
  if (obstacle === "self-check") {
    const { pairs, different } = document.run.self_check;
    return (
      `this run failed its own check: of ${pairs} codecs measured twice, ${different} differ from ` +
      "themselves. Measure again on a quieter machine."
    );
  }
  if (obstacle === "too-short") {
    return (
      "this run was too short to know the error of its numbers. Give it more time, such as " +
      `--budget ${budgetS}s, or weigh less at once.`
    );
  }
  if (obstacle === "missing" || contest === null) return `this run lacks ${lacking.join(", ")}.`;
  const smallest = weightsOf(contest).reduce((least, weight) =>
    weight.bytes < least.bytes || (weight.bytes === least.bytes && weight.name < least.name) ? weight : least,
  );
  return (
    `no codec fits through the link: at ${units.rate(scenario.messages_per_s)} even ${smallest.name}, the smallest, ` +
    `needs ${units.percent(load(smallest, scenario))} of ${units.bandwidth(scenario.bandwidth_bits_per_s)}.`
  );
}
