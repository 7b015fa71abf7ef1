/** Axes: their units, the kind of their scales, their ends and ticks, and where a value stands on them. */

/** The unit of an axis: what its numbers are divided by, and its name. */
export interface Scale {
  size: number;
  unit: string;
}

export type Ends = readonly [number, number];
export type Spread = "log" | "linear";

/** Values are spread over a logarithmic scale where the largest is more than so many times the smallest. */
const WIDE = 5;
const FEW_DECADES = 3;

const TIMES: readonly Scale[] = [
  { size: 1e9, unit: "s" },
  { size: 1e6, unit: "ms" },
  { size: 1e3, unit: "µs" },
  { size: 1, unit: "ns" },
];
const COUNTS: readonly Scale[] = [
  { size: 1e9, unit: "billion" },
  { size: 1e6, unit: "million" },
  { size: 1e3, unit: "thousand" },
  { size: 1, unit: "" },
];

/** Return the unit in which so many nanoseconds are a number of few digits. */
export function timeScale(largest: number): Scale {
  return scaleOf(largest, TIMES);
}

/** Return the unit for counts up to this. */
export function countScale(largest: number): Scale {
  return scaleOf(largest, COUNTS);
}

function scaleOf(largest: number, scales: readonly Scale[]): Scale {
  return scales.find(({ size }) => largest >= size) ?? (scales[scales.length - 1] as Scale);
}

/** Return the kind of scale on which these can be told apart. */
export function spread(values: readonly number[]): Spread {
  const positive = values.filter((value) => value > 0);
  return positive.length > 0 && greatest(positive) > WIDE * least(positive) ? "log" : "linear";
}

/** Return the ends of a scale that leaves these shares of its length free below and above the values. */
export function domainOf(values: readonly number[], kind: Spread, room: { below: number; above: number }): Ends {
  const log = kind === "log";
  let low = log ? Math.log(least(values)) : least(values);
  let high = log ? Math.log(greatest(values)) : greatest(values);
  if (high - low <= 0) {
    const margin = log ? 0.1 : Math.abs(high) * 0.1 || 1;
    low -= margin;
    high += margin;
  }
  const length = (high - low) / (1 - room.below - room.above);
  low -= room.below * length;
  high += room.above * length;
  if (log) return [Math.exp(low), Math.exp(high)];
  return [least(values) < 0 ? low : Math.max(low, 0), high];
}

/** Return where a logarithmic scale has ticks: 1, 2 and 5 of each decade, or its beginning if there are many. */
export function ticksOf([low, high]: Ends, kind: Spread): number[] | null {
  // On linear scales Vega's own choice is good.
  if (kind !== "log") return null;
  const first = Math.floor(Math.log10(low));
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) + 1 - first }, (_, number) => first + number);
  const steps = Math.log10(high / low) <= FEW_DECADES ? [1, 2, 5] : [1];
  const every = decades.flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)));
  return every.filter((tick) => low <= tick && tick <= high);
}

/** Return where on a scale a value stands, 0 at its low end and 1 at its high end. */
export function placeIn(value: number, [low, high]: Ends, kind: Spread): number {
  return kind === "log" ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

// Not Math.max(...values): a chart may have more values than a call may have arguments.
export function greatest(values: readonly number[]): number {
  return values.reduce((most, value) => (value > most ? value : most), -Infinity);
}

export function least(values: readonly number[]): number {
  return values.reduce((fewest, value) => (value < fewest ? value : fewest), Infinity);
}
