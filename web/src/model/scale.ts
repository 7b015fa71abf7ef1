/** The values that a slider stops at: round ones, twenty to each power of ten. */

const STEPS = [1, 1.1, 1.25, 1.4, 1.6, 1.8, 2, 2.25, 2.5, 2.8, 3.2, 3.6, 4, 4.5, 5, 5.6, 6.3, 7, 8, 9];

/** Return the round values from one number to another, both included. */
export function stops(from: number, to: number): number[] {
  const powers = Math.floor(Math.log10(from));
  const decades = Array.from({ length: Math.ceil(Math.log10(to)) - powers + 1 }, (_, at) => powers + at);
  // Read from text, since 1.1 × 10⁻⁴ would not be the number that is written so.
  const round = decades.flatMap((power) => STEPS.map((step) => Number(`${step}e${power}`)));
  return [from, ...round.filter((value) => from < value && value < to), to];
}

/** Return the number of the stop that is nearest to a value. */
export function nearest(values: readonly number[], value: number): number {
  const above = values.findIndex((stop) => stop >= value);
  if (above <= 0) return above < 0 ? values.length - 1 : 0;
  const [low, high] = [values[above - 1] ?? 0, values[above] ?? 0];
  return value - low < high - value ? above - 1 : above;
}
