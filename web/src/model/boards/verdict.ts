/**
 * What to do on an emulated board. Counts and sizes are exact, so that nothing is in doubt but which of them matters:
 * where the prices of energy are not known, a change has to make one of them less and the other hardly more.
 */
import type { BoardAdvice } from "../../data/advice";
import type { Scenario } from "../scenario";
import { energy, isPriced, type BoardWeight } from "./weight";

/** How another codec compares: it takes less by enough, less of one thing for more of another, hardly less, or more. */
export type Comparison = "less" | "trade" | "little" | "more";

/** The codecs that a verdict is about. */
export interface BoardContest {
  /** what is used today */
  baseline: BoardWeight;
  /** what may be advised instead */
  others: readonly BoardWeight[];
  /** those of them that ask more of their user than the baseline does */
  conceding: ReadonlySet<BoardWeight>;
  /** those of them that the question is about */
  asked: ReadonlySet<BoardWeight>;
}

/** What to do. */
export interface BoardVerdict {
  kind: BoardAdvice["kind"];
  /** what to use */
  best: BoardWeight;
  /** what takes less of one thing for more of another than the best; null where the prices tell, or there is none */
  trade: BoardWeight | null;
  /** where the advice is to stay: what comes nearest to being advised; null if there is no other */
  nearest: BoardWeight | null;
}

/** Return which share of the reference's is not taken. */
export function shareSaved(reference: number, other: number): number {
  return reference === 0 ? 0 : 1 - other / reference;
}

/** Return which shares of what counts are saved. */
function sharesSaved(reference: BoardWeight, other: BoardWeight, scenario: Scenario): number[] {
  return isPriced(scenario)
    ? [shareSaved(energy(reference, scenario), energy(other, scenario))]
    : [shareSaved(reference.bytes, other.bytes), shareSaved(reference.count, other.count)];
}

/** Tell how another codec compares with a reference. */
export function compare(reference: BoardWeight, other: BoardWeight, scenario: Scenario): Comparison {
  const shares = sharesSaved(reference, other, scenario);
  const [most, least] = [Math.max(...shares), Math.min(...shares)];
  if (most >= scenario.threshold) return least > -scenario.threshold ? "less" : "trade";
  return most > 0 ? "little" : "more";
}

/** Return weights, the best first: by energy or, without its prices, by instructions among those of about the fewest bytes. */
export function ordered(weights: readonly BoardWeight[], scenario: Scenario): BoardWeight[] {
  const fewest = Math.min(...weights.map(({ bytes }) => bytes));
  const key = (weight: BoardWeight): number[] => {
    if (isPriced(scenario)) return [energy(weight, scenario), weight.count];
    const isNear = weight.bytes <= fewest * (1 + scenario.threshold);
    return isNear ? [fewest, weight.count] : [weight.bytes, weight.count];
  };
  return weights
    .map((weight) => ({ weight, by: key(weight) }))
    .sort(({ weight: one, by: a }, { weight: other, by: b }) => {
      const difference = a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0);
      return difference ?? (one.name < other.name ? -1 : 1);
    })
    .map(({ weight }) => weight);
}

/** Decide: another library for the same format, or another format that beats every such library, too. */
export function decide(contest: BoardContest, scenario: Scenario): BoardVerdict {
  const { baseline, others, asked } = contest;
  const least = (weights: readonly BoardWeight[]) => ordered(weights, scenario)[0] ?? null;
  const isLess = (reference: BoardWeight, other: BoardWeight) => compare(reference, other, scenario) === "less";
  const isOwn = ({ format }: BoardWeight) => format === baseline.format;
  const foreign = others.filter((other) => asked.has(other) && !isOwn(other));
  const own = worthTheirConcessions(contest, others.filter(isOwn), scenario);
  const wanted = [...own.filter((other) => asked.has(other)), ...worthTheirConcessions(contest, foreign, scenario)];
  const library = least(own.filter((other) => isLess(baseline, other)));
  const rival = library ?? baseline;
  const format = least(wanted.filter((other) => !isOwn(other) && isLess(rival, other) && isLess(baseline, other)));
  const best = format ?? (library && asked.has(library) ? library : baseline);
  const trade = least(wanted.filter((other) => other !== best && compare(best, other, scenario) === "trade"));
  const stays = best === baseline;
  return {
    kind: stays ? (trade ? "undecided" : "stay") : format ? "format" : "library",
    best,
    trade,
    nearest: stays && !trade ? least(wanted) : null,
  };
}

/**
 * Leave out what concedes something without being worth it against the best that concedes nothing: if that would not
 * be a change to be advised, and the other does not save twice as much.
 */
function worthTheirConcessions(
  { baseline, conceding }: BoardContest,
  weights: readonly BoardWeight[],
  scenario: Scenario,
): readonly BoardWeight[] {
  const [plain] = ordered(
    weights.filter((weight) => !conceding.has(weight)),
    scenario,
  );
  if (!plain) return weights;
  const gain = (weight: BoardWeight) => Math.max(...sharesSaved(baseline, weight, scenario));
  return weights.filter(
    (weight) =>
      !conceding.has(weight) ||
      compare(plain, weight, scenario) === "less" ||
      gain(weight) > 2 * Math.max(gain(plain), 0),
  );
}
