/** What to do: two questions, asked in order, and answered only as far as the numbers go. */
import type { Advice, Answered } from "../data/advice";
import type { Contest } from "./contest";
import {
  BITS_PER_BYTE,
  messagesWaitedFor,
  money,
  moneyForEach,
  NS_PER_S,
  savedMoney,
  savedTime,
  total,
  type Difference,
  type Term,
  type Weight,
} from "./model";
import type { Scenario } from "./scenario";
import { less, Spot, type Amount } from "./spot";

/** Whether to change to a codec; if not, why: it is no better, it may not be, it is too little, it does not pay back. */
export type Outcome = NonNullable<Answered["outcome"]>;

/**
 * Stay with the baseline, take another library for its format, take another format; or the numbers are not sure enough
 * for any of these, or there is nothing to advise.
 */
export type Kind = Advice["kind"];

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
  /** what that is judged by: what is minimised, or of another library for the same format the processor time alone */
  by: "objective" | "processor";
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
  /** where it is undecided: the change that might be advised, and how many times as long a run would tell */
  undecided: Doubt | null;
}

/** A change that the numbers neither advise nor advise against. */
export interface Doubt {
  answer: Answer;
  challenger: Weight;
  /** by how much longer a run has to be for intervals that tell */
  longer: number;
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

/** What a message takes, of one codec or less with one than with another. */
interface Taken {
  processor: Term;
  bytes: number;
  batch: number;
}

/** Return what is to be minimised, by what it depends on. */
function amountOf({ processor, bytes, batch }: Taken, scenario: Scenario): Amount {
  return scenario.minimise === "latency"
    ? { fixed: batch * processor.estimate, sent: batch * BITS_PER_BYTE * bytes * NS_PER_S }
    : { paced: moneyForEach(processor.estimate, bytes, scenario) };
}

/** Return half the interval of that; only what the processor does is uncertain. */
function halfOf({ processor, batch }: Taken, scenario: Scenario): Amount {
  return amountOf({ processor: { estimate: processor.half ?? Infinity, half: null }, bytes: 0, batch }, scenario);
}

function objectiveAmount(weight: Weight, scenario: Scenario): Amount {
  const amount = amountOf(weight, scenario);
  if (scenario.minimise === "cost") return amount;
  const roundTrip = scenario.rtt_s * NS_PER_S;
  const waited = messagesWaitedFor(weight) * NS_PER_S;
  return { ...amount, fixed: (amount.fixed ?? 0) + roundTrip, waited };
}

/** What is decided on, and for which scenario. */
interface Matter {
  contest: Contest;
  spot: Spot;
}

/**
 * Answer both questions: another library for the same format? Another format, better than any such library?
 *
 * Who asks for one format or codec gets the answer for that alone; but another format has still to beat the libraries.
 */
export function decide(contest: Contest, spot: Spot): Verdict {
  const { baseline, others, asked } = contest;
  const matter = { contest, spot };
  const own = others.filter((weight) => weight.format === baseline.format);
  const foreign = others.filter((weight) => weight.format !== baseline.format && asked.has(weight));
  const ownAsked = own.filter((weight) => asked.has(weight));
  const library = askForLibrary(matter, ownAsked.length > 0 ? ownAsked : own);
  const rival = gaining(library);
  const changes = library.outcome === "change";
  const references: Several = !rival ? [baseline] : changes ? [rival, baseline] : [baseline, rival];
  const format = ask(matter, references, foreign);
  const moves = format.outcome === "change" ? format.challenger : null;
  const takes = changes && ownAsked.length > 0 ? rival : null;
  const best = moves ?? takes ?? baseline;
  const kind = kindOf(matter, best);
  const doubt =
    kind === "stay" ? (doubtAmong(matter, [baseline], ownAsked) ?? doubtAmong(matter, references, foreign)) : null;
  return {
    kind: doubt ? "undecided" : kind,
    best,
    library,
    format,
    rejected: doubt?.answer ?? rejectedOf(matter, kind, library, format),
    undecided: doubt,
  };
}

/** At least one. */
type Several = readonly [Weight, ...Weight[]];

function rejectedOf({ contest, spot }: Matter, kind: Kind, library: Answer, format: Answer): Answer | null {
  const isOf = (weight: Weight | null) => weight !== null && contest.asked.has(weight);
  if (kind === "library") return format.challenger && format;
  if (kind !== "stay") return null;
  const answers = [library, format].filter(({ challenger }) => isOf(challenger));
  // A format that a library comes between is refused for that library's sake, which another sentence says.
  const direct = answers.length > 1 ? answers.filter(({ reference }) => reference === contest.baseline) : answers;
  const [nearest] = ordered(
    direct.flatMap(({ challenger }) => challenger ?? []),
    spot.scenario,
  );
  return direct.find(({ challenger }) => nearest && challenger === nearest) ?? null;
}

function kindOf(matter: Matter, best: Weight): Kind {
  const { baseline } = matter.contest;
  if (!fits(matter, best)) return "none";
  if (best === baseline) return "stay";
  return best.format === baseline.format ? "library" : "format";
}

function ask(matter: Matter, references: Several, challengers: readonly Weight[]): Answer {
  const considered = consideredOf(matter, challengers);
  const changes = considered.filter((other) => references.every((reference) => isWorthIt(matter, reference, other)));
  // What is surely better tells more of why nothing is advised than what may be noise.
  const sure = considered.filter((other) => isSure(matter, matter.contest.less(references[0], other)));
  const challenger = least(matter, [changes, sure, considered].find((some) => some.length > 0) ?? []);
  if (challenger === null) return { reference: references[0], challenger, outcome: null, by: "objective" };
  return answerTo(matter, references, challenger);
}

function answerTo(matter: Matter, references: Several, challenger: Weight): Answer {
  const reference = references.find((reference) => !isWorthIt(matter, reference, challenger)) ?? references[0];
  return { reference, challenger, outcome: outcomeOf(matter, reference, challenger), by: "objective" };
}

/** Return those that fit through the link and are worth what they ask of their user. */
function consideredOf(matter: Matter, challengers: readonly Weight[]): readonly Weight[] {
  return worthTheirConcessions(
    matter,
    challengers.filter((weight) => fits(matter, weight)),
  );
}

/** The least share of the processor time that another library for the same format has to save, where latency is asked. */
const LEAST_SPARED = 0.25;

/**
 * Answer for another library of the same format. To change it costs little, so that it is also worth a change where it
 * surely spares processor time, though a slow link hides that in the time of a message.
 */
function askForLibrary(matter: Matter, own: readonly Weight[]): Answer {
  const { contest, spot } = matter;
  const { baseline } = contest;
  const byObjective = ask(matter, [baseline], own);
  if (byObjective.outcome === "change" || spot.scenario.minimise !== "latency") return byObjective;
  const sparing = own.filter((other) => {
    const { processor } = contest.less(baseline, other);
    const spared = processor.half !== null && processor.estimate - processor.half > 0;
    const isEnough = processor.estimate >= LEAST_SPARED * baseline.processor.estimate;
    const concedes = contest.conceding.has(other);
    return spared && isEnough && !concedes && fits(matter, other) && !isSlower(matter, other);
  });
  const [challenger] = [...sparing].sort((a, b) => a.processor.estimate - b.processor.estimate);
  return challenger ? { reference: baseline, challenger, outcome: "change", by: "processor" } : byObjective;
}

/** Tell whether a message takes longer than with the baseline. */
function isSlower({ contest, spot }: Matter, other: Weight): boolean {
  return spot.isBelow(amountOf(contest.less(contest.baseline, other), spot.scenario));
}

/** Return the best change that the numbers do not decide on: it may be worth it, and may be worth nothing. */
function doubtAmong(matter: Matter, references: Several, challengers: readonly Weight[]): Doubt | null {
  const doubtful = consideredOf(matter, challengers).filter((other) =>
    references.every((reference) => mayBeWorthIt(matter, reference, other)),
  );
  const challenger = least(matter, doubtful);
  if (challenger === null) return null;
  const longer = Math.max(...references.map((reference) => longerFor(matter, reference, challenger)));
  return { answer: answerTo(matter, references, challenger), challenger, longer };
}

/** Tell whether some of the saving's interval is as much as a change has to save. */
function mayBeWorthIt(matter: Matter, reference: Weight, other: Weight): boolean {
  const { contest, spot } = matter;
  const saving = contest.less(reference, other);
  const { half } = saving.processor;
  if (half === null || !fits(matter, reference) || !paysBack(matter, saving)) return false;
  const { scenario } = spot;
  const tooLittle = less(amountOf(saving, scenario), objectiveAmount(reference, scenario), scenario.threshold);
  return !spot.isBelow(less(tooLittle, halfOf(saving, scenario), -1));
}

/** How many times as long a run has to be to tell the saving from zero, or from what a change has to save. */
function longerFor({ contest, spot }: Matter, reference: Weight, other: Weight): number {
  const { scenario } = spot;
  const { estimate, half } = saved(contest.less(reference, other), scenario);
  const needed = scenario.threshold * objective(reference, scenario).estimate;
  // Half-widths shrink with the square root of the time.
  return Math.max(((half ?? Infinity) / (estimate >= needed ? estimate : needed - estimate)) ** 2, 1);
}

/**
 * Leave out what concedes something without being worth it against the best that concedes nothing: if that would not
 * be a change to be advised, and the other saves at least half as much.
 */
function worthTheirConcessions(matter: Matter, weights: readonly Weight[]): readonly Weight[] {
  const { contest, spot } = matter;
  const plain = least(
    matter,
    weights.filter((weight) => !contest.conceding.has(weight)),
  );
  if (plain === null) return weights;
  const gain = (weight: Weight) => amountOf(contest.less(contest.baseline, weight), spot.scenario);
  return weights.filter(
    (weight) =>
      !contest.conceding.has(weight) ||
      isWorthIt(matter, plain, weight) ||
      spot.isAbove(less(gain(weight), gain(plain), 2)),
  );
}

/** Return the one that takes the least of what is to be minimised, of equal ones the first by name. */
function least({ spot }: Matter, weights: readonly Weight[]): Weight | null {
  const { scenario } = spot;
  const [best] = ordered(weights, scenario);
  if (!best) return null;
  const own = objectiveAmount(best, scenario);
  // It stays the least until one of the others becomes less.
  for (const other of weights) spot.isBelow(less(objectiveAmount(other, scenario), own));
  return best;
}

/** Return weights by what is to be minimised, then by name. */
export function ordered(weights: readonly Weight[], scenario: Scenario): Weight[] {
  return weights
    .map((weight) => ({ weight, value: objective(weight, scenario).estimate }))
    .sort((a, b) => a.value - b.value || (a.weight.name < b.weight.name ? -1 : 1))
    .map(({ weight }) => weight);
}

/** Tell whether the messages fit through the link. */
function fits({ spot }: Matter, { bytes }: Weight): boolean {
  return spot.isAbove({ fixed: 1, load: -BITS_PER_BYTE * bytes });
}

/** Tell whether one codec is worth a change from another, and if not, why. */
export function judge(contest: Contest, reference: Weight, other: Weight, scenario: Scenario): Outcome {
  return outcomeOf({ contest, spot: new Spot(scenario) }, reference, other);
}

function isWorthIt(matter: Matter, reference: Weight, other: Weight): boolean {
  // Whatever it takes, where the reference cannot do it.
  if (!fits(matter, reference)) return true;
  const less = matter.contest.less(reference, other);
  return isEnough(matter, reference, less) && isSure(matter, less) && paysBack(matter, less);
}

function outcomeOf(matter: Matter, reference: Weight, other: Weight): Outcome {
  if (isWorthIt(matter, reference, other)) return "change";
  const { contest, spot } = matter;
  const less = contest.less(reference, other);
  if (!spot.isAbove(amountOf(less, spot.scenario))) return "no-gain";
  if (!isSure(matter, less)) return "noise";
  return isEnough(matter, reference, less) ? "payback" : "threshold";
}

/** Tell whether the saving is at least the threshold's share of what the reference takes. */
function isEnough({ spot }: Matter, reference: Weight, saving: Difference): boolean {
  const { scenario } = spot;
  const whole = objectiveAmount(reference, scenario);
  return !spot.isBelow(less(amountOf(saving, scenario), whole, scenario.threshold));
}

/** Tell whether the whole interval of the saving lies above zero. */
function isSure({ spot }: Matter, saving: Difference): boolean {
  const { half } = saving.processor;
  const { scenario } = spot;
  return half !== null && spot.isAbove(less(amountOf(saving, scenario), halfOf(saving, scenario)));
}

/** Tell whether the saving pays for the change in time, where money counts and a change costs any. */
function paysBack({ spot }: Matter, { processor, bytes }: Difference): boolean {
  const { minimise, change_cost: cost, payback_months: months } = spot.scenario;
  if (minimise === "latency" || cost === null) return true;
  const monthly = moneyForEach(processor.estimate, bytes, spot.scenario);
  return !spot.isAbove({ fixed: cost, paced: -monthly * months });
}

/** Return after how many months a change has paid for itself; null if it costs nothing, or saves nothing. */
export function paybackMonths(less: Difference, scenario: Scenario): number | null {
  const monthly = savedMoney(less, scenario).estimate;
  return scenario.change_cost === null || monthly <= 0 ? null : scenario.change_cost / monthly;
}
