/**
 * Numbers as people read them: three significant digits and a fitting unit.
 *
 * The port of report/figures.py: tests/vectors/figures.json holds both to the same digits. Python rounds the exact
 * binary value, and exact ties to the even digit; `toFixed` and `toPrecision` would round those up.
 */
import type { Cell, Interval, NetTime, PayloadInfo, Profiled, Relative } from "../data/document";

/** Half the width of an interval beyond which nobody should read the estimate as known. */
const UNDECIDED = 0.5;
const UNITS: [number, string][] = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];

const BYTES: [number, string][] = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "KB"],
];

/** Write a number with so many significant digits, without an exponent: `1 230`, `12.3`, `0.0123`. */
export function significant(number: number, digits = 3): string {
  if (number === 0 || !Number.isFinite(number)) return special(number);
  const rounded = rounding(number, digits - 1 - exponent(number));
  // 9.996 has become 10.00: one digit before the point more, one behind it less.
  return grouped(fixed(rounded, Math.max(digits - 1 - exponent(rounded), 0)));
}

const FREQUENCIES: readonly (readonly [number, string])[] = [
  [1e9, "GHz"],
  [1e6, "MHz"],
  [1e3, "kHz"],
];

/** Write a time: `183 ns`, `1.52 µs`, `12.0 ms`. */
export function duration(nanoseconds: number): string {
  // Compared after rounding, so that 999.9 ns becomes 1.00 µs and not 1000 ns.
  const rounded = Math.abs(threeDigits(nanoseconds));
  const [size, unit] = UNITS.find(([size]) => rounded >= size) ?? [1, "ns"];
  return `${significant(nanoseconds / size)} ${unit}`;
}

/** Write a net time; one that is not clearly above zero as a bound. */
export function netTime(net: NetTime): string {
  if (net.at_most) return net.high === null ? "≈ 0" : `≤ ${duration(net.high)}`;
  return duration(net.estimate);
}

/** Return half the interval's width as a share of the estimate; null where there is no interval. */
export function halfWidth(interval: Interval | NetTime | Profiled | Relative): number | null {
  if (interval.low === null || interval.high === null || interval.estimate === 0) return null;
  return (interval.high - interval.low) / 2 / Math.abs(interval.estimate);
}

/** Write half the interval's width: `±0.4%`; `±?` where there is none, `undecided` where it tells nothing. */
export function margin(interval: Interval | NetTime | Profiled | Relative): string {
  const width = halfWidth(interval);
  if (width === null) return "±?";
  return width > UNDECIDED ? "undecided" : `±${significant(width * 100, 2)}%`;
}

/** Write which share of the gross time was the tare: `12%`. */
export function tareShare(cell: Pick<Cell, "net_ns" | "gross_ns">): string {
  return cell.net_ns.at_most ? "" : percent(1 - cell.net_ns.estimate / cell.gross_ns.estimate);
}

/** Write how many times the baseline's time this cell takes: `0.17×`. */
export function relative(cell: Pick<Cell, "relative">): string {
  return cell.relative === null ? "" : `${significant(cell.relative.estimate)}×`;
}

/** Write a number of bytes in full, in groups of three digits. */
export function size(count: number | null): string {
  return count === null ? "" : grouped(String(count));
}

/** Write a number of bytes as it is said: `816 bytes`, `255 KB`, `19.8 MB`. */
export function about(count: number): string {
  // Compared after rounding, as times are.
  const rounded = threeDigits(count);
  const [size, unit] = BYTES.find(([size]) => rounded >= size) ?? [];
  return size === undefined ? `${count} bytes` : `${significant(count / size)} ${unit}`;
}

/** Write which share is saved, as a change: `−62.0 %`; `+4.00 %` where more is taken. */
export function saved(share: number): string {
  const sign = share > 0 ? "−" : share < 0 ? "+" : "±";
  return `${sign}${significant(Math.abs(share) * 100)} %`;
}

/** Write a clock: `133 MHz`, `32.8 kHz`. */
export function frequency(hertz: number): string {
  const [size, unit] = FREQUENCIES.find(([size]) => hertz >= size) ?? [1, "Hz"];
  return `${significant(hertz / size)} ${unit}`;
}

type Weighed = Pick<
  PayloadInfo,
  "documents" | "json_bytes" | "whole_documents" | "whole_bytes" | "family" | "picked_share"
>;

/** Write of what a payload is a sample, and in what company it is timed; nothing where it is all, and alone. */
export function weighed(payload: Weighed): string {
  return [picked(payload), sample(payload), family(payload)].filter(Boolean).join("; ");
}

function picked({ picked_share: share = null }: Weighed): string {
  return share === null ? "" : `${String(Number((share * 100).toPrecision(6)))} % of its fields are picked`;
}

function family({ family: members = 1 }: Weighed): string {
  const others = members - 1;
  return others ? `times are means over it and ${others} ${others === 1 ? "other" : "others"} of its shape` : "";
}

function sample(payload: Weighed): string {
  const { documents, json_bytes: bytes, whole_documents: wholeDocuments, whole_bytes: wholeBytes } = payload;
  if (wholeDocuments == null || wholeBytes == null) return "";
  const many = wholeDocuments > 1 ? `${size(documents)} of ${size(wholeDocuments)} documents, ` : "";
  return `a sample: ${many}${about(bytes)} of ${about(wholeBytes)}, drawn evenly; --sample all weighs everything`;
}

/** Write what survives: `exact`, or `lossy: float32`. */
export function fidelity(cell: Pick<Cell, "fidelity" | "losses">): string {
  return cell.fidelity === "lossy" ? `lossy: ${cell.losses.join(", ")}` : cell.fidelity;
}

/** Write a rank, with `=` if it is shared. */
export function rank(number: number, shared: boolean): string {
  return shared ? `${number}=` : `${number}`;
}

/** Write the codec with its variant: `rapidjson[insitu]`. */
export function codecName(cell: Pick<Cell, "codec" | "variant">): string {
  return cell.variant ? `${cell.codec}[${cell.variant}]` : cell.codec;
}

/** Round to three significant digits, as Python's `:.3g` does. */
export function threeDigits(number: number): number {
  return rounding(number, 2 - exponent(number));
}

/** Write a share in percent with so many decimals, as Python's `:.0%` does. */
export function percent(share: number, decimals = 0): string {
  return `${fixed(share * 100, decimals)}%`;
}

/** Write a number with so many decimals, as Python's `:.2f` does. */
export function fixed(number: number, decimals: number): string {
  if (!Number.isFinite(number)) return special(number);
  const digits = String(scaled(Math.abs(number), decimals)).padStart(decimals + 1, "0");
  const whole = digits.length - decimals;
  const sign = number < 0 || Object.is(number, -0) ? "-" : "";
  return sign + digits.slice(0, whole) + (decimals > 0 ? `.${digits.slice(whole)}` : "");
}

/** Round to so many decimals, as Python's `round` does. */
function rounding(number: number, decimals: number): number {
  if (!Number.isFinite(number)) return number;
  return Math.sign(number) * Number(`${scaled(Math.abs(number), decimals)}e${-decimals}`);
}

/** Return the whole number nearest to number × 10^decimals, of two the even one; exact for any finite number ≥ 0. */
function scaled(number: number, decimals: number): bigint {
  let power = 0;
  for (; !Number.isInteger(number); number *= 2) power++;
  const numerator = BigInt(number) * 10n ** BigInt(Math.max(decimals, 0));
  const denominator = (1n << BigInt(power)) * 10n ** BigInt(Math.max(-decimals, 0));
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** The power of ten of the first digit. */
function exponent(number: number): number {
  return Number(number.toExponential().split("e")[1]);
}

function grouped(text: string): string {
  const [whole = "", decimals] = text.split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, " ");
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

function special(number: number): string {
  if (Object.is(number, -0)) return "-0";
  return String(number).replace("Infinity", "inf").replace("NaN", "nan");
}
