/** The verdict in plain sentences. */
import type { RunDocument } from "../data/document";
import { consider, type Case } from "./case";
import { isAsked, waived, weightsOf, type Contest, type Reason } from "./contest";
import { duration, significant } from "./figures";
import { isSaturated, load, type Weight } from "./model";
import type { Scenario } from "./scenario";
import * as units from "./units";
import { gaining, judge, objective, ordered, paybackMonths, saved, type Answer, type Verdict } from "./verdict";

type Titles = ReadonlyMap<string, string>;

/** Say what to do, and why; or why there is nothing to advise. Whether to move to one thing is answered by yes or no. */
export function sentence(of: Case, document: RunDocument, scenario: Scenario): string {
  const said = inFull(of, document, scenario);
  const { contest, verdict } = of;
  if (scenario.to === null || !contest || !verdict || of.obstacle !== null || verdict.undecided) return said;
  if (verdict.kind !== "stay") return `Yes: ${inside(said)}`;
  return verdict.rejected ? `No: ${refusal(of, document, scenario)}.` : withoutAny(of, contest, document, scenario);
}

/** A sentence as it goes on behind a colon. */
function inside(sentence: string): string {
  return sentence.replace(/^./, (letter) => letter.toLowerCase());
}

/** Why not to move to what was asked about. */
function refusal({ contest, verdict }: Case, document: RunDocument, scenario: Scenario): string {
  const answer = verdict?.rejected;
  if (!contest || !answer?.challenger) return "";
  const { challenger, reference } = answer;
  const titles = titlesOfFormats(document);
  const isOneOfSeveral = scenario.to === challenger.format && scenario.to !== challenger.name;
  const against =
    reference === contest.baseline ? reference.name : `${reference.name}, the best for ${title(reference, titles)}`;
  const what = isOneOfSeveral ? `${challenger.name}, the best for ${title(challenger, titles)},` : challenger.name;
  return rejection(answer, contest, scenario, what, against);
}

/** Say that what was asked about does not fit through the link. */
function overfull({ asked }: Contest, scenario: Scenario): string {
  const [least] = [...asked].sort((a, b) => a.bytes - b.bytes);
  if (!least) return "nothing of it may be advised";
  const { messages_per_s: rate, bandwidth_bits_per_s: link } = scenario;
  return `${least.name} needs ${units.percent(load(least, scenario))} of ${units.bandwidth(link)} at ${units.rate(rate)}`;
}

/** Why nothing of what was asked about may be advised, what that would change, and what it would bring. */
function withoutAny(of: Case, contest: Contest, document: RunDocument, scenario: Scenario): string {
  const barred = [...contest.excluded].filter(([, { asked }]) => asked);
  const weighed = barred.flatMap(([name, { weight, reasons }]) => (weight ? [{ name, weight, reasons }] : []));
  const [best] = ordered(
    weighed.map(({ weight }) => weight),
    scenario,
  );
  const found = weighed.find(({ weight }) => weight === best);
  if (!found) {
    const reasons = barred.map(([name, { reasons }]) => `${name} is left out: ${textsOf(reasons)}`);
    return reasons.length > 0 ? `No answer: ${reasons.join("; ")}.` : `No: ${overfull(contest, scenario)}.`;
  }
  const { name, weight, reasons } = found;
  const said = `No: ${name} is left out: ${textsOf(reasons)}`;
  const other = waived(scenario, reasons);
  if (other === null) {
    if (weight.processor.half === null || isSaturated(weight, scenario)) return `${said}.`;
    const { estimate } = saved(contest.less(contest.baseline, weight), scenario);
    return estimate > 0 ? `${said}. Otherwise it ${saves(contest.baseline, weight, contest, scenario)}.` : `${said}.`;
  }
  const then = sentence(consider(document, of.payload, of.participant, of.candidates, other), document, other);
  return `${said}. ${optionsFor(reasons)}: ${inside(then)}`;
}

function textsOf(reasons: readonly Reason[]): string {
  return [...new Set(reasons.map(({ text }) => text))].join(", ");
}

/** The options with which reasons do not hold: `With --accept int53, without --require exact`. */
function optionsFor(reasons: readonly Reason[]): string {
  const losses = reasons.flatMap(({ losses }) => losses ?? []);
  const requirements = reasons.flatMap(({ requirement }) => requirement ?? []);
  const options = [
    ...(losses.length > 0 ? [`with --accept ${losses.join(",")}`] : []),
    ...(requirements.length > 0 ? [`without --require ${requirements.join(",")}`] : []),
  ].join(" and ");
  return options.replace(/^./, (letter) => letter.toUpperCase());
}

function inFull(of: Case, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict } = of;
  const titles = titlesOfFormats(document);
  if (of.obstacle === "absent") return absence(of, scenario);
  if (!contest || !verdict || of.obstacle !== null) return `No advice: ${obstacle(of, document, scenario)}`;
  const { baseline } = contest;
  const { best } = verdict;
  const own = title(baseline, titles);
  if (verdict.undecided) {
    const { answer, challenger } = verdict.undecided;
    const might = saves(answer.reference, challenger, contest, scenario);
    return (
      `Undecided: ${challenger.name} ${might} against ${answer.reference.name}, which may be enough or too little; ` +
      `${more(of, document)}.`
    );
  }
  if (verdict.kind === "stay") {
    const what = verdict.format.reference === baseline ? "alternative" : "other library";
    const { challenger } = verdict.rejected ?? {};
    const subject = challenger ? `the best ${what}, ${challenger.name},` : "";
    return `Stay with ${own} (${baseline.name}): ${rejection(verdict.rejected, contest, scenario, subject)}.`;
  }
  const advice =
    verdict.kind === "library"
      ? `Stay with ${own}, but use ${best.name}`
      : `Move to ${title(best, titles)} with ${best.name}`;
  if (verdict.kind === "library" && verdict.library.by === "processor") {
    const { estimate } = saved(contest.less(baseline, best), scenario);
    const whole = objective(baseline, scenario).estimate;
    return (
      `${advice}: it saves ${spared(of)} of the processor time, ` +
      `${units.percent(estimate / whole)} of ${units.a(duration(whole))} call, against ${baseline.name}.`
    );
  }
  return `${advice}: ${gain(baseline, best, contest, scenario)}.`;
}

/** Say a verdict in a line: what to do, and in a few words why. */
export function headline(of: Case, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict } = of;
  const what = whatToDo(of, document);
  if (!contest || !verdict || of.obstacle !== null) return what;
  const target = verdict.kind === "library" || verdict.kind === "format" ? verdict.best : verdict.rejected?.challenger;
  if (!target || isSaturated(contest.baseline, scenario)) return what;
  if (verdict.undecided) return `${what}; ${more(of, document)}`;
  if (verdict.kind === "library" && verdict.library.by === "processor") return `${what}: ${spared(of)} less CPU time`;
  const share =
    saved(contest.less(contest.baseline, target), scenario).estimate / objective(contest.baseline, scenario).estimate;
  const percent = units.percent(Math.abs(share));
  const measure = scenario.minimise === "latency" ? "time a call" : "cost";
  if (verdict.kind !== "stay") return `${what}: ${percent} ${share < 0 ? "more" : "less"} ${measure}`;
  const verb = units.isTiny(share) ? "saves" : "saves only";
  const saving = share < 0 ? `takes ${percent} more` : `${verb} ${percent}`;
  return `${scenario.to === null ? what : "No"}: ${target.name} ${saving}`;
}

const OBSTACLES = {
  "self-check": "No advice: the run failed its own check",
  "too-short": "No advice: the run was too short",
  missing: "No advice: a number is missing",
  absent: "Not in this run",
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
  const isBetween = kind === "stay" && reference !== contest.baseline;
  if (challenger && (kind === "library" || isBetween)) {
    const why = rejection(format, contest, scenario, `the best of them, ${challenger.name},`, reference.name);
    const either = scenario.to === null ? [`No other format either: ${why}.`] : [];
    if (!isBetween || judge(contest, contest.baseline, challenger, scenario) !== "change") return either.join("");
    const whole = saves(contest.baseline, challenger, contest, scenario);
    const most = `Against ${contest.baseline.name} it ${whole}, but a part of that comes with ${reference.name} alone.`;
    return [...either, most].join(" ");
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

/** Why a change is not advised, of its codec in words; and against which other, where that is not clear. */
function rejection(
  answer: Answer | null,
  contest: Contest,
  scenario: Scenario,
  best: string,
  against: string | null = null,
): string {
  if (!answer?.challenger) return "the run has nothing else that may be advised";
  const { reference, challenger, outcome } = answer;
  const less = contest.less(reference, challenger);
  if (outcome === "no-gain") {
    const { estimate, half } = saved(less, scenario);
    const more = { estimate: 0 - estimate, half }; // not −0
    return scenario.minimise === "latency"
      ? `${best} takes ${units.time(more)} longer${against === null ? "" : ` than ${against}`}`
      : `${best} costs ${units.withHalf(more)} a month more${against === null ? "" : ` than ${against}`}`;
  }
  const clause =
    `${best} ${saves(reference, challenger, contest, scenario)}` + (against === null ? "" : ` against ${against}`);
  if (outcome === "noise") return `${clause}, which may be noise`;
  if (outcome === "threshold") return `${clause}, under the threshold of ${units.percent(scenario.threshold)}`;
  const months = paybackMonths(less, scenario);
  return `${clause}, and pays back ${months === null ? "never" : `only after ${significant(months)} months`}`;
}

/** Say that there is nothing of what was asked about, or nothing but what is used today. */
function absence({ contest }: Case, { to }: Scenario): string {
  return contest && isAsked(contest.baseline.candidate, to)
    ? `No answer: ${contest.baseline.name} is what others are compared with. Name another --baseline.`
    : `No answer: this run has no ${to} here that both encodes and decodes.`;
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
