/** The verdict in plain sentences. */
import type { RunDocument } from "../data/document";
import { isAsked, type Case } from "./case";
import { weightsOf, type Contest } from "./contest";
import { duration, significant } from "./figures";
import { isSaturated, load, type Weight } from "./model";
import type { Scenario } from "./scenario";
import * as units from "./units";
import { judge, objective, paybackMonths, saved, gaining, type Answer, type Verdict } from "./verdict";

type Titles = ReadonlyMap<string, string>;

/** Say what to do, and why; or why there is nothing to advise. Whether to move to one thing is answered by yes or no. */
export function sentence(of: Case, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict } = of;
  const { to } = scenario;
  if (to === null || !contest || !verdict || of.obstacle !== null || verdict.undecided)
    return inFull(of, document, scenario);
  if (!contest.others.some(({ candidate }) => isAsked(candidate, to))) return notInReach(of, contest, to);
  return `${isAsked(verdict.best.candidate, to) && verdict.kind !== "stay" ? "Yes" : "No"}: ${inFull(of, document, scenario).replace(/^./, (letter) => letter.toLowerCase())}`;
}

function notInReach({ candidates }: Case, contest: Contest, to: string): string {
  const asked = candidates.filter((candidate) => isAsked(candidate, to)).map(({ name }) => name);
  const excluded = [...contest.excluded].filter(([codec]) => asked.includes(codec));
  if (excluded.length === 0) return `No answer: this run has no ${to} here that both encodes and decodes.`;
  const reasons = excluded.map(([codec, [reason = ""]]) => `${codec} ${reason}`);
  return `No: what there is of ${to} may not be advised: ${reasons.join("; ")}.`;
}

function inFull(of: Case, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict } = of;
  const titles = titlesOfFormats(document);
  if (!contest || !verdict || of.obstacle !== null) return `No advice: ${obstacle(of, document, scenario)}`;
  const { baseline } = contest;
  const { best } = verdict;
  const own = title(baseline, titles);
  if (verdict.undecided) {
    const { answer, challenger } = verdict.undecided;
    const might = saves(answer.reference, challenger, contest, scenario);
    return `Undecided: ${challenger.name} ${might} against ${baseline.name}, which may be enough or noise; ${more(of, document)}.`;
  }
  if (verdict.kind === "stay") {
    const what = verdict.format.reference === baseline ? "alternative" : "other library";
    return `Stay with ${own} (${baseline.name}): ${rejection(verdict.rejected, contest, scenario, what)}.`;
  }
  const advice =
    verdict.kind === "library"
      ? `Stay with ${own}, but use ${best.name}`
      : `Move to ${title(best, titles)} with ${best.name}`;
  if (verdict.kind === "library" && verdict.library.by === "processor") {
    return `${advice}: it spares ${spared(of)} of the processor time, and a call takes no longer.`;
  }
  return `${advice}: ${gain(baseline, best, contest, scenario)}.`;
}

/** Say a verdict in a line: what to do, and in a few words why. */
export function headline(of: Case, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict } = of;
  if (!contest || !verdict || of.obstacle !== null) return whatToDo(of, document);
  const what = whatToDo(of, document);
  const target = verdict.kind === "library" || verdict.kind === "format" ? verdict.best : verdict.rejected?.challenger;
  if (!target || isSaturated(contest.baseline, scenario)) return what;
  if (verdict.undecided) return `${what}; ${more(of, document)}`;
  if (verdict.kind === "library" && verdict.library.by === "processor") return `${what}: ${spared(of)} less CPU time`;
  const share =
    saved(contest.less(contest.baseline, target), scenario).estimate / objective(contest.baseline, scenario).estimate;
  const amount = `${units.percent(Math.abs(share))} ${share < 0 ? "more" : "less"} ${scenario.minimise === "latency" ? "time a call" : "cost"}`;
  return verdict.kind === "stay"
    ? `${what}: the best alternative, ${target.name}, takes ${amount}`
    : `${what}: ${amount}`;
}

const OBSTACLES = {
  "self-check": "No advice: the run failed its own check",
  "too-short": "No advice: the run was too short",
  missing: "No advice: a number is missing",
  saturated: "No codec fits through the link",
};

/** Say a verdict without its reason; or why there is none. */
export function whatToDo({ verdict, contest, obstacle }: Case, document: RunDocument): string {
  if (obstacle !== null || verdict === null || contest === null) return OBSTACLES[obstacle ?? "missing"];
  const titles = titlesOfFormats(document);
  const { best, kind, undecided } = verdict;
  const own = title(contest.baseline, titles);
  if (undecided) return `Undecided between ${contest.baseline.name} and ${undecided.challenger.name}`;
  if (kind === "format") return `Move to ${title(best, titles)} with ${best.name}`;
  return kind === "library" ? `Stay with ${own}, but use ${best.name}` : `Stay with ${own} (${best.name})`;
}

/** Which share of the baseline's processor time is spared. */
function spared({ contest, verdict }: Case): string {
  if (!contest || !verdict) return "";
  const { processor } = contest.baseline;
  return units.percent(contest.less(contest.baseline, verdict.best).processor.estimate / processor.estimate);
}

/** An hour of measuring: more is asked of nobody. */
const LONGEST_S = 3600;

/** How many more seconds of measuring would tell, where it is undecided. */
export function moreSeconds({ verdict }: Case, { run }: RunDocument): number | null {
  return verdict?.undecided ? Math.max(run.measured_s * (verdict.undecided.longer - 1), 1) : null;
}

function more(of: Case, document: RunDocument): string {
  const seconds = moreSeconds(of, document) ?? 0;
  if (seconds > LONGEST_S) return "it is too close to call, and no reasonable time of measuring would tell";
  const long = seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
  return `about ${long} more of measuring would tell`;
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
    case "undecided":
      return "undecided";
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
