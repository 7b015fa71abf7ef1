/** Bandwidths, rates, shares and money as people read them. */
import { duration, significant, threeDigits } from "./figures";
import type { Term } from "./model";

const PREFIXES: [number, string][] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

/** Write a bandwidth: `100 Mbit/s`, `1.25 Gbit/s`. */
export function bandwidth(bitsPerS: number): string {
  // Compared after rounding, so that 999.9 kbit/s becomes 1 Mbit/s.
  const rounded = threeDigits(bitsPerS);
  const [size, prefix] = PREFIXES.find(([size]) => rounded >= size) ?? [1, ""];
  return `${short(bitsPerS / size, 3)} ${prefix}bit/s`;
}

/** Write a rate of messages: `2 000/s`. */
export function rate(messages_per_s: number): string {
  return `${short(messages_per_s, 3)}/s`;
}

/** Write a share: `1.7 %`, `5 %`, `120 %`, `under 0.01 %`. */
export function percent(share: number): string {
  if (isTiny(share)) return "under 0.01 %";
  return `${short(share * 100, 2)} %`;
}

/** Tell whether a share is not written in digits. */
export function isTiny(share: number): boolean {
  return 0 < Math.abs(share) && Math.abs(share) < 1e-4;
}

const NANOSECONDS = new Map([
  ["ns", 1],
  ["µs", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
]);

/** Write a time in nanoseconds with its half-width: `80.0 ± 0.39 µs`, or `1.80 ms ± 370 ns` if that is tiny. */
export function time(term: Term): string {
  const text = duration(term.estimate);
  const at = text.lastIndexOf(" ");
  const [number, unit] = [text.slice(0, at), text.slice(at + 1)];
  if (term.half === null) return `${number} ± ? ${unit}`;
  const half = term.half / (NANOSECONDS.get(unit) ?? 1);
  return 0 < half && half < 0.01 ? `${text} ± ${duration(term.half)}` : `${number} ± ${significant(half, 2)} ${unit}`;
}

/** Put the article before a quantity: `a 24 ms`, `an 8.86 ms`, `an 11.0 ms`. */
export function a(quantity: string): string {
  const whole = quantity.split(/[. ]/, 1)[0] ?? "";
  return `${whole.startsWith("8") || whole === "11" || whole === "18" ? "an" : "a"} ${quantity}`;
}

/** Write an amount with its half-width: `211 ± 0.023`. */
export function withHalf({ estimate, half }: Term): string {
  return `${significant(estimate)} ± ${half === null ? "?" : significant(half, 2)}`;
}

/** What nobody would notice: cores, and money a month. */
export const LEAST_CORES = 0.001;
export const LEAST_MONEY = 0.01;

/** Write an amount with its half-width, but not one that nobody would notice. */
export function amount(term: Term, least: number): string {
  if (term.half !== null && Math.abs(term.estimate) + term.half < least) return `under ${least}`;
  return withHalf(term);
}

/** Write an amount of money, in whichever currency the prices were: `3.20`, `0.0123`, `12 300`. */
export function money(amount: number): string {
  return significant(amount);
}

const SMALL: [number, string][] = [
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
  [1e-12, "p"],
];

/** Write an energy in joules: `1.5 µJ`, `3.12 J`, `8.64 kJ`. */
export function energy(joules: number): string {
  const rounded = threeDigits(joules);
  const [size, prefix] = [...PREFIXES, ...SMALL].find(([size]) => rounded >= size) ?? [1, ""];
  return `${short(joules / size, 3)} ${prefix}J`;
}

const COUNTS: [number, string][] = [
  [1e12, " trillion"],
  [1e9, " billion"],
  [1e6, " million"],
];

/** Write a count that nobody wants in full: `12.4 million`, `8 120`. */
export function count(number: number): string {
  const [size, word] = COUNTS.find(([size]) => number >= size) ?? [1, ""];
  return `${significant(number / size)}${word}`;
}

/** Write a number that somebody chose as it was chosen: `0.04`, `12`. */
export function plain(number: number): string {
  return String(Number(number.toPrecision(6)));
}

/** Write a number with at most so many significant digits, and no zeros that say nothing. */
function short(number: number, digits: number): string {
  return withoutZeros(significant(number, digits));
}

/** Leave out the zeros at a decimal fraction's end, which say nothing of what somebody chose. */
export function withoutZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?!\d)/, "$1").replace(/\.(?!\d)/, "");
}
