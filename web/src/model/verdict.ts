/** What to do: two questions, asked in order, and answered only as far as the numbers go. */
import { concedesMore, type Contest } from "./contest";
import { isSaturated, money, savedMoney, savedTime, total, type Difference, type Term, type Weight } from "./model";
import type { Scenario } from "./scenario";

/** Whether to change to a codec; if not, why: it is no better, it may not be, it is too little, it does not pay back. */
export type Outcome = "change" | "no-gain" | "noise" | "threshold" | "payback";

/** Stay with the baseline, take another library for its format, take another format; or there is nothing to advise. */
export type Kind = "stay" | "library" | "format" | "none";

/** The answer to one question: whether to change to a challenger. */
export interface Answer {
  /** what the challenger has to beat: of several, the one that it does not beat */
  reference: Weight;
  /**
   * the best codec whose gain is certain and enough, otherwise the best; null if there is no other. One that reuses
   * buffers, borrows strings or leaves UTF-8 unchecked counts only if that wins enough over the best that does not.
   */
  challenger: Weight | null;
  /** whether to change, or why not; null if there is no challenger */
  outcome: Outcome | null;
}

/** What to do. */
export interface Verdict {
  /** the advice; `none` where the messages of no codec fit through the link */
  kind: Kind;
  /** what to use */
  best: Weight;
  /** whether to take another library for the baseline's format */
  library: Answer;
  /** whether to take another format, which has to beat every library for the baseline's */
  format: Answer;
  /** what comes nearest to being advised as well; null if nothing does */
  rejected: Answer | null;
}

/** Return the challenger if it is better, if perhaps not by enough. */
export function gaining({ challenger, outcome }: Answer): Weight | null {
  return outcome === null || outcome === "no-gain" ? null : challenger;
}

/** Return what is to be minimised: nanoseconds a message, or money a month. */
export function objective(weight: Weight, scenario: Scenario): Term {
  return scenario.minimise === "latency" ? total(weight, scenario) : money(weight.processor, weight.bytes, scenario);
}

/** Return how much less there is of what is to be minimised. */
export function saved(less: Difference, scenario: Scenario): Term {
  return scenario.minimise === "latency" ? savedTime(less, scenario) : savedMoney(less, scenario);
}

/** Answer both questions: another library for the same format? Another format, better than any such library? */
export function decide(contest: Contest, scenario: Scenario): Verdict {
  const { baseline, others } = contest;
  const own = others.filter((weight) => weight.format === baseline.format);
  const foreign = others.filter((weight) => weight.format !== baseline.format);
  const library = ask(contest, [baseline], own, scenario);
  const rival = gaining(library);
  const changes = library.outcome === "change";
  const winner = rival && changes ? rival : baseline;
  const references: Several = !rival ? [baseline] : changes ? [rival, baseline] : [baseline, rival];
  const format = ask(contest, references, foreign, scenario);
  const best = format.challenger && format.outcome === "change" ? format.challenger : winner;
  const kind = kindOf(baseline, best, scenario);
  return { kind, best, library, format, rejected: rejectedOf(kind, baseline, library, format, scenario) };
}

/** At least one. */
type Several = readonly [Weight, ...Weight[]];

function rejectedOf(kind: Kind, baseline: Weight, library: Answer, format: Answer, scenario: Scenario): Answer | null {
  if (kind === "library") return format.challenger && format;
  if (kind !== "stay") return null;
  const answers = [library, format].filter(({ reference }) => reference === baseline);
  const challengers = answers.flatMap(({ challenger }) => challenger ?? []);
  const [nearest] = ordered(challengers, scenario);
  return answers.find(({ challenger }) => nearest && challenger === nearest) ?? null;
}

function kindOf(baseline: Weight, best: Weight, scenario: Scenario): Kind {
  if (isSaturated(best, scenario)) return "none";
  if (best === baseline) return "stay";
  return best.format === baseline.format ? "library" : "format";
}

function ask(contest: Contest, references: Several, challengers: readonly Weight[], scenario: Scenario): Answer {
  const fitting = challengers.filter((weight) => !isSaturated(weight, scenario));
  const considered = worthTheirConcessions(contest, ordered(fitting, scenario), scenario);
  const answers = considered.map((other) => answer(contest, references, other, scenario));
  const change = answers.find(({ outcome }) => outcome === "change");
  return change ?? answers[0] ?? { reference: references[0], challenger: null, outcome: null };
}

/**
 * Leave out what concedes something without being worth it against the best that concedes nothing: if that would not
 * be a change to be advised, and the other saves at least half as much.
 */
function worthTheirConcessions(contest: Contest, bestFirst: readonly Weight[], scenario: Scenario): readonly Weight[] {
  const plain = bestFirst.find((weight) => !concedesMore(contest, weight));
  if (!plain) return bestFirst;
  const gain = (weight: Weight) => saved(contest.less(contest.baseline, weight), scenario).estimate;
  return bestFirst.filter(
    (weight) =>
      !concedesMore(contest, weight) ||
      judge(contest, plain, weight, scenario) === "change" ||
      gain(plain) < gain(weight) / 2,
  );
}

function answer(contest: Contest, references: Several, challenger: Weight, scenario: Scenario): Answer {
  for (const reference of references) {
    const outcome = judge(contest, reference, challenger, scenario);
    if (outcome !== "change") return { reference, challenger, outcome };
  }
  return { reference: references[0], challenger, outcome: "change" };
}

/** Return weights by what is to be minimised, then by name. */
export function ordered(weights: readonly Weight[], scenario: Scenario): Weight[] {
  return weights
    .map((weight) => ({ weight, value: objective(weight, scenario).estimate }))
    .sort((a, b) => a.value - b.value || (a.weight.name < b.weight.name ? -1 : 1))
    .map(({ weight }) => weight);
}

/** Tell whether one codec is worth a change from another, and if not, why. */
export function judge(contest: Contest, reference: Weight, other: Weight, scenario: Scenario): Outcome {
  // Whatever it takes, where the reference cannot do it.
  if (isSaturated(reference, scenario)) return "change";
  const less = contest.less(reference, other);
  const { estimate, half } = saved(less, scenario);
  if (estimate <= 0) return "no-gain";
  if (half === null || estimate - half <= 0) return "noise";
  if (estimate < scenario.threshold * objective(reference, scenario).estimate) return "threshold";
  const months = paybackMonths(less, scenario);
  if (scenario.minimise === "cost" && months !== null && months > scenario.paybackMonths) return "payback";
  return "change";
}

/** Return after how many months a change has paid for itself; null if it costs nothing, or saves nothing. */
export function paybackMonths(less: Difference, scenario: Scenario): number | null {
  const monthly = savedMoney(less, scenario).estimate;
  return scenario.changeCost === null || monthly <= 0 ? null : scenario.changeCost / monthly;
}
