/**
 * What the rows of all charts have in common: names, formats' colours, numbers with their intervals; the port of
 * charts/rows.py. tests/vectors/charts.json holds both to the same rows.
 */
import { baselineOf, countText, relativeTo, speedOf, timeOf, timeText } from "../data/measures";
import { memberOf, qualifiedName, rowName, titlesOf } from "../data/cells";
import type { Cell, PayloadInfo, RunDocument } from "../data/document";
import { codecName, fidelity, margin, relative, significant } from "../model/figures";
import type { Unit, Weight } from "../state/state";
import type { Row } from "./picture";

export const OTHERS = "others";
/** As many as colours and shapes that all people can tell apart. */
const NAMED_FORMATS = 8;
/** Values are spread over a logarithmic scale where the largest is more than so many times the smallest. */
const WIDE = 5;
const FEW_DECADES = 4;

/** The unit of an axis: what its numbers are divided by, and its name. */
export interface Scale {
  size: number;
  unit: string;
}

export type Ends = readonly [number, number];
export type Spread = "log" | "linear";

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

/** A number with its interval; with `atMost` only `high` means something. */
export interface Quantity {
  estimate: number;
  low: number | null;
  high: number | null;
  text: string;
  atMost: boolean;
}

/** Where a number stands in a chart: at its bound, if no more is known. */
export function shownAt({ estimate, high, atMost }: Quantity): number {
  return atMost && high !== null ? high : estimate;
}

/** Return for every member its title, or its own name where another has the same title: no two rows may be alike. */
export function memberNames(document: RunDocument): ReadonlyMap<string, string> {
  const titles = titlesOf(document);
  const count = new Map<string, number>();
  for (const title of titles.values()) count.set(title, (count.get(title) ?? 0) + 1);
  return new Map([...titles].map(([member, title]) => [member, count.get(title) === 1 ? title : member]));
}

/** Return for every cell's qualified name what stands beside it: with its language, where there are several. */
export function labelsOf(document: RunDocument, cells: readonly Cell[]): ReadonlyMap<string, string> {
  const titles = memberNames(document);
  const several = new Set(cells.map(memberOf)).size > 1;
  return new Map(
    cells.map((cell) => [
      qualifiedName(cell),
      several ? `${codecName(cell)} · ${titles.get(memberOf(cell))}` : codecName(cell),
    ]),
  );
}

/**
 * Return for every format the group that has its colour: itself, if it is among the eight with the most cells. The
 * whole run decides, so that a format keeps its colour whatever is selected.
 */
export function formatGroups(document: RunDocument): ReadonlyMap<string, string> {
  const titles = new Map(document.formats.map(({ format, title }) => [format, title]));
  const count = new Map<string, number>();
  for (const { format } of document.cells) count.set(format, (count.get(format) ?? 0) + 1);
  const order = [...count].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return new Map(
    order.map(([format], number) => [format, number < NAMED_FORMATS ? (titles.get(format) ?? format) : OTHERS]),
  );
}

/** Return the words for the legend: all groups of the run, and those of the formats that the chart shows. */
export function groupWords(groups: ReadonlyMap<string, string>, formats: readonly string[]): Row {
  const present = new Set(formats.map((format) => groups.get(format)));
  const domain = [...new Set(groups.values())];
  return { domain, present: domain.filter((group) => present.has(group)) };
}

/** Return what cells are relative to, for an axis: `python/json`, or `each runner's json`. */
export function baselineName(cells: readonly Cell[]): string {
  const to = [...new Set(cells.flatMap(({ relative }) => (relative ? [relative.to] : [])))];
  const names = new Set(to.map((name) => name.slice(name.indexOf("/") + 1)));
  if (to.length === 1) return String(to[0]);
  // Plain JSON has another name in most languages.
  return `each runner's ${names.size === 1 ? [...names].join() : "plain JSON"}`;
}

/** Say whose times are wall times, where those of others are CPU times. */
export function clockNotes(document: RunDocument, cells: readonly Cell[]): string[] {
  const walls = new Set(cells.filter(({ clock }) => clock === "wall").map(memberOf));
  if (walls.size === 0 || cells.every(({ clock }) => clock === "wall")) return [];
  const titles = [...memberNames(document)].filter(([member]) => walls.has(member)).map(([, title]) => title);
  return [`Wall times, not CPU times: ${titles.join(", ")}.`];
}

/** Write a count: `1 codec`, `7 codecs`. */
export function many(count: number, what: string): string {
  return count === 1 ? `${count} ${what}` : `${count} ${what}s`;
}

/** Return what every row of a cell has. */
export function identity(cell: Cell, label: string | undefined, groups: ReadonlyMap<string, string>): Row {
  return {
    id: rowName(cell),
    label,
    group: groups.get(cell.format),
    format: cell.format,
    lossy: cell.fidelity === "lossy",
    fidelity: fidelity(cell),
  };
}

/** Return cells with `relative` to another codec of their member, payload and operation, or to the run's own choice. */
export function rebased(
  document: RunDocument,
  cells: readonly Cell[],
  baseline: string | null,
  weight: Weight,
): readonly Cell[] {
  if (baseline === null && weight === "net") return cells;
  return cells.map((cell) => {
    const to = baselineOf(cell, document.cells, baseline);
    const found = to && relativeTo(cell, to, weight);
    return { ...cell, relative: found && { ...found, to: qualifiedName(to) } };
  });
}

/** Return a cell's time in nanoseconds. */
export function timeQuantity(cell: Cell, weight: Weight): Quantity {
  const { estimate, low, high, at_most } = timeOf(cell, weight);
  return { estimate, low, high, atMost: at_most, text: timeText(cell, weight) };
}

/** Return what a cell, with `relative` to the codec that is wanted, weighs in a unit; null where not measured. */
export function quantity(cell: Cell, unit: Unit, weight: Weight, payload: PayloadInfo | undefined): Quantity | null {
  switch (unit) {
    case "time":
      return timeQuantity(cell, weight);
    case "relative":
      return cell.relative && { ...cell.relative, atMost: false, text: relative(cell) };
    case "speed": {
      const speed = payload ? speedOf(cell, payload, weight) : null;
      return speed && { ...speed, atMost: false, text: `${significant(speed.estimate)} MB/s` };
    }
    case "instructions":
      return counted(cell.instructions);
    case "allocated":
      return counted(cell.allocated_bytes);
  }
}

function counted(number: number | null): Quantity | null {
  return number === null
    ? null
    : { estimate: number, low: number, high: number, atMost: false, text: countText(number) };
}

/** Write how sure a number is, for tooltips. */
export function intervalText({ estimate, low, high, atMost }: Quantity): string {
  if (atMost) return "not clearly above zero";
  if (low === null || high === null) return "no interval: one process";
  return low === high ? "exact" : margin({ estimate, low, high });
}

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
  const steps = decades.length <= FEW_DECADES ? [1, 2, 5] : [1];
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
