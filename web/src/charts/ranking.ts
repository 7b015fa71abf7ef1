/**
 * Bars, the best first, with their intervals; what the data cannot tell apart stands on one ground.
 *
 * Times and counts are bars from zero. Ratios are bars from 1 on a logarithmic scale: to the left what takes less than
 * the baseline, to the right what takes more, so that one at 25 times does not hide how much faster the others are.
 */
import { participantOf, qualifiedName } from "../data/cells";
import type { Cell, RunDocument } from "../data/document";
import { fixed, rank as rankText } from "../model/figures";
import type { Unit, Weight } from "../state/state";
import { countScale, greatest, least, placeIn, ticksOf, timeScale, type Ends, type Scale, type Spread } from "./axes";
import { groupWords } from "./formats";
import { baselineName, clockNotes, identity, labelsOf, many } from "./labels";
import type { Picture, Row } from "./picture";
import { intervalText, quantity, shownAt, type Quantity } from "./quantity";

/** Bars longer than so many times three quarters of all are cut off. */
const OUTLYING = 4;

const CHARACTER_PX = 6;
const MARGIN_PX = 14;

const WHAT: Record<Unit, string> = {
  relative: "time relative to the baseline",
  time: "time",
  speed: "speed",
  instructions: "instructions",
  allocated: "bytes allocated",
};

function isCounted(unit: Unit): boolean {
  return unit === "instructions" || unit === "allocated";
}

type Measured = readonly [Cell, Quantity];

interface BarRow extends Row {
  label: string | undefined;
  value: number;
  low: number | null;
  high: number | null;
  /** where the bar and its interval end */
  end: number;
  text: string;
  cut: boolean;
  rank: string;
  lossy: boolean;
}

interface RankedRow extends BarRow {
  /** where the number stands */
  beside: number;
  /** whether it stands to the left of that */
  left: boolean;
}

export interface RankingOptions {
  unit: Unit;
  weight: Weight;
  /** how many of the best are shown; all, if it is left out */
  most?: number;
}

/**
 * Return the ranking of cells of one payload and operation, with `relative` to the codec that is wanted; null where
 * none of them has what is to be shown.
 */
export function ranking(
  document: RunDocument,
  cells: readonly Cell[],
  { unit, weight, most }: RankingOptions,
): Picture | null {
  const payloads = new Map(document.run.payloads.map((info) => [info.payload, info]));
  const measured = cells.flatMap((cell): Measured[] => {
    const value = quantity(cell, unit, weight, payloads.get(cell.payload));
    return value === null ? [] : [[cell, value]];
  });
  if (measured.length === 0) return null;
  const ranks = ranksOf(measured, unit, weight);
  const ordered = [...measured].sort((a, b) => compare(a, b, ranks, unit));
  const kept = ordered.slice(0, most);
  const values = kept.map(([, value]) => value);
  const limit = limitOf(unit, values);
  const scale = scaleOf(unit, limit);
  const rows = rowsOf(kept, ranks, scale, limit, labelsOf(document, cells)).map((row) => placed(row, unit));
  const shown = kept.map(([cell]) => cell);
  const axis = unit === "relative" ? logarithmic(rows) : linear(rows, limit / scale.size);
  return {
    kind: "ranking",
    data: { rows, references: referencesOf(document, shown, { unit, weight }, scale, axis.ends) },
    words: {
      x: axisOf(unit, weight, scale, shown),
      ...axis,
      ...groupWords(shown.map(({ format }) => format)),
    },
    description: describe(rows, unit),
    notes: [
      ...notesOf(rows, unit, ordered.length - kept.length, cells.length - measured.length),
      ...(isCounted(unit) ? [] : clockNotes(document, shown)),
    ],
  };
}

/** The words of an axis. */
interface Axis extends Row {
  type: Spread;
  ends: Ends;
  /** where bars begin */
  base: number;
  /** where the ends of the axis are, as expressions: numbers beside bars need room */
  from: string;
  reach: string;
  ticks: readonly number[] | null;
  tickText: string;
  /** how many ticks there are at most, as an expression: Vega thins them, and the numbers that would overlap */
  count: string;
  overlap: boolean;
}

function linear(rows: readonly RankedRow[], limit: number): Axis {
  const ticks = { ticks: null, tickText: "datum.label", count: "max(2, width / 90)", overlap: true };
  return { type: "linear", ends: [0, limit], base: 0, from: "0", reach: `width - ${reserve(rows)}`, ...ticks };
}

/** An interval that reaches farther than so many times its estimate tells nothing more. */
const FAR = 4;
/** How much longer than its longest bar, as a factor, the axis is. */
const ROOM = 1.04;

const IS_POWER_OF_TEN = "abs(datum.value / pow(10, round(log(datum.value) / LN10)) - 1) < 0.01";
const TICK_PX = 44;

function logarithmic(rows: readonly RankedRow[]): Axis {
  const lows = rows.map(({ value, low }) => Math.max(low ?? value, value / FAR));
  const highs = rows.map(({ value, high }) => Math.min(high ?? value, value * FAR));
  const ends: Ends = [least([...lows, 1 / ROOM]) / ROOM, greatest([...highs, ROOM]) * ROOM];
  // The number of a bar to the left of 1 stands to the right of it, and the other way round.
  const [left, right] = [rows.filter(({ left }) => left), rows.filter(({ left }) => !left)].map(reserve);
  const share = placeIn(1, ends, "log");
  const ticks = ticksOf(ends, "log") ?? [];
  return {
    type: "log",
    ends,
    base: 1,
    from: `max(0, ${left} - width * ${fixed(share, 4)})`,
    reach: `width - max(0, ${right} - width * ${fixed(1 - share, 4)})`,
    ticks,
    // Where there is little room, only powers of ten have numbers.
    tickText: `width < ${ticks.length * TICK_PX} && !(${IS_POWER_OF_TEN}) ? '' : format(datum.value, '~r') + '×'`,
    count: String(ticks.length),
    overlap: false,
  };
}

/** Return where the baseline stands, where all have the same one. */
function referencesOf(
  document: RunDocument,
  shown: readonly Cell[],
  { unit, weight }: RankingOptions,
  scale: Scale,
  ends: Ends,
): Row[] {
  const [name, ...others] = new Set(shown.flatMap(({ relative }) => relative?.to ?? []));
  const at = (value: number) => placeIn(value, ends, unit === "relative" ? "log" : "linear");
  if (unit === "relative") return [{ value: 1, text: `${baselineName(shown)} = 1`, at: at(1) }];
  const [first] = shown;
  const cell = document.cells.find(
    (cell) => qualifiedName(cell) === name && cell.payload === first?.payload && cell.operation === first.operation,
  );
  const payload = document.run.payloads.find(({ payload }) => payload === first?.payload);
  const number = cell && others.length === 0 ? quantity(cell, unit, weight, payload) : null;
  if (number === null || number.atMost) return [];
  const value = number.estimate / scale.size;
  return value > ends[1] ? [] : [{ value, text: `${name}: ${number.text}`, at: at(value) }];
}

/** Return the rank of each cell, by its qualified name; nothing where there is no common order. */
function ranksOf(measured: readonly Measured[], unit: Unit, weight: Weight): ReadonlyMap<string, number> {
  const rankedBy = (rank: (cell: Cell, value: Quantity) => number) =>
    new Map(measured.map(([cell, value]) => [qualifiedName(cell), rank(cell, value)]));
  if (isCounted(unit)) {
    const values = measured.map(([, value]) => value.estimate);
    return rankedBy((_, value) => 1 + values.filter((other) => other < value.estimate).length);
  }
  // The run ranks net times.
  if (weight === "gross") return new Map();
  const relativeTo = new Set(measured.flatMap(([cell]) => (cell.relative ? [cell.relative.to] : [])));
  if ((unit === "relative" && relativeTo.size > 1) || measured.every(([cell]) => cell.processes < 2)) return new Map();
  const several = new Set(measured.map(([cell]) => participantOf(cell))).size > 1;
  return rankedBy((cell) => (several ? cell.rank : cell.rank_in_language));
}

function compare(a: Measured, b: Measured, ranks: ReadonlyMap<string, number>, unit: Unit): number {
  const key = ([cell, value]: Measured): [number, number, number] => [
    ranks.get(qualifiedName(cell)) ?? 0,
    // Among equals by rank, what is exact stands before what is lossy.
    Number(ranks.size > 0 && cell.fidelity !== "exact"),
    unit === "speed" ? -value.estimate : shownAt(value),
  ];
  const [one, other] = [key(a), key(b)];
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

function rowsOf(
  kept: readonly Measured[],
  ranks: ReadonlyMap<string, number>,
  scale: Scale,
  limit: number,
  names: ReadonlyMap<string, string>,
): BarRow[] {
  const count = new Map<number, number>();
  for (const rank of ranks.values()) count.set(rank, (count.get(rank) ?? 0) + 1);
  let ground = 0;
  let before: number | undefined;
  return kept.map(([cell, value], at) => {
    const rank = ranks.get(qualifiedName(cell));
    if (at > 0 && rank !== before) ground = 1 - ground;
    before = rank;
    const text = value.low === null && !value.atMost ? `${value.text} ±?` : value.text;
    return {
      ...identity(cell, names.get(qualifiedName(cell))),
      label: names.get(qualifiedName(cell)),
      lossy: cell.fidelity === "lossy",
      value: value.atMost ? 0 : value.estimate / scale.size,
      low: value.atMost ? 0 : scaled(value.low, scale),
      high: scaled(value.high, scale),
      end: Math.max(shownAt(value), value.high ?? 0) / scale.size,
      text: cell.fidelity === "lossy" ? `${text} · lossy` : text,
      interval: intervalText(value),
      cut: Math.max(shownAt(value), value.high ?? 0) > limit,
      rank: rank === undefined ? "" : rankText(rank, (count.get(rank) ?? 0) > 1),
      ground,
    };
  });
}

/** Return where the longest bars are cut off, so that a few slow codecs do not make all others invisible. */
function limitOf(unit: Unit, values: readonly Quantity[]): number {
  const ends = values.map((value) => Math.max(shownAt(value), value.high ?? 0)).sort((a, b) => a - b);
  if (unit === "speed" || unit === "relative") return greatest(ends);
  const bearable = OUTLYING * (ends[Math.floor((ends.length * 3) / 4)] ?? 0);
  return greatest([0, ...ends.filter((end) => end <= bearable)]) || 1;
}

/** Return how many pixels the longest number beside a bar needs. */
function reserve(rows: readonly RankedRow[]): number {
  return rows.length === 0 ? 0 : greatest(rows.map(({ text }) => [...text].length)) * CHARACTER_PX + MARGIN_PX;
}

/** Tell where the number of a row stands: beyond a bar from zero, across from a bar from 1. */
function placed(row: BarRow, unit: Unit): RankedRow {
  if (unit !== "relative") return { ...row, beside: row.end, left: false };
  const left = row.value > 1;
  const beside = left ? Math.min(row.low ?? row.value, 1) : Math.max(row.high ?? row.value, 1);
  return { ...row, beside, left };
}

function scaled(number: number | null, scale: Scale): number | null {
  return number === null ? null : number / scale.size;
}

function scaleOf(unit: Unit, largest: number): Scale {
  if (unit === "time") return timeScale(largest);
  if (isCounted(unit)) return countScale(largest);
  return { size: 1, unit: "" };
}

function axisOf(unit: Unit, weight: Weight, scale: Scale, cells: readonly Cell[]): string {
  switch (unit) {
    case "relative":
      return `${weight} time ÷ ${baselineName(cells)}, log scale`;
    case "time":
      return `${weight} time of a pass (${scale.unit})`;
    case "speed":
      return `size as JSON ÷ ${weight} time (MB/s)`;
    case "instructions":
      return `${scale.unit} instructions in a pass`.trim();
    case "allocated":
      return `${scale.unit} bytes allocated in a pass`.trim();
  }
}

function describe(rows: readonly Row[], unit: Unit): string {
  const [best, worst] = [rows[0] as Row, rows[rows.length - 1] as Row];
  const first = rows.filter((row) => row["rank"] !== "" && row["rank"] === best["rank"]);
  const tied = first.length > 1 ? ` The first ${first.length} share a rank.` : "";
  return (
    `Bar chart of ${many(rows.length, "codec")} by ${WHAT[unit]}, from ${best["label"]} with ${best["text"]} ` +
    `to ${worst["label"]} with ${worst["text"]}.${tied}`
  );
}

function notesOf(rows: readonly Row[], unit: Unit, dropped: number, missing: number): string[] {
  const notes = [];
  if (rows.some((row) => row["low"] !== null && row["low"] !== row["high"])) notes.push("Whiskers: 95 % intervals.");
  if (rows.some((row) => String(row["rank"]).endsWith("="))) {
    const why = isCounted(unit) ? "they are equal" : "the data cannot tell them apart";
    notes.push(`Codecs on one ground share a rank (=): ${why}.`);
  }
  if (rows.some((row) => row["lossy"])) notes.push("Pale bars with a dashed edge: lossy.");
  if (dropped > 0) notes.push(`Not shown: ${dropped} more.`);
  if (rows.some((row) => row["cut"])) {
    notes.push("Bars and whiskers with // are cut off.");
  }
  if (missing > 0) notes.push(`Left out: ${missing} without this number.`);
  return notes;
}
