/** One number for a codec over several payloads: the geometric mean of its times relative to a baseline. */
import { groupBy, qualifiedName } from "./cells";
import type { Cell, Interval } from "./document";

/** How a codec does over all payloads. */
export interface Score {
  /** the geometric mean over the payloads that it was measured on, in multiples of the baseline */
  mean: Interval;
  /** how many those are: only codecs with all payloads can be compared by their means */
  payloads: number;
}

/**
 * Return the scores of codecs, by their qualified names, over cells of one operation with `relative` to the baseline
 * that is wanted. A codec without any relative time has none.
 *
 * Geometric, because the mean of ratios must not depend on which codec they are ratios to; and every payload counts
 * alike, however large it is.
 */
export function scoresOf(cells: readonly Cell[]): ReadonlyMap<string, Score> {
  return new Map(
    [...groupBy(cells, qualifiedName)].flatMap(([name, own]) => {
      const ratios = own.flatMap(({ relative }) => relative ?? []);
      return ratios.length > 0 ? [[name, { mean: geometricMean(ratios), payloads: ratios.length }] as const] : [];
    }),
  );
}

/** Return the geometric mean of ratios whose errors are independent, as those of processes for one payload each are. */
export function geometricMean(ratios: readonly Interval[]): Interval {
  const logs = ratios.map(({ estimate }) => Math.log(estimate));
  const estimate = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  let squares = 0;
  for (const { low, high } of ratios) {
    if (low === null || high === null || low <= 0) return { estimate, low: null, high: null };
    squares += (Math.log(high / low) / 2) ** 2;
  }
  const factor = Math.exp(Math.sqrt(squares) / ratios.length);
  return { estimate, low: estimate / factor, high: estimate * factor };
}
