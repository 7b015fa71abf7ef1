/** Bars from zero, the best first, with their intervals; what the data cannot tell apart stands on one ground. */
import { memberOf, qualifiedName } from "../data/cells";
import type { Cell, RunDocument } from "../data/document";
import { rank as rankText } from "../model/figures";
import type { Unit, Weight } from "../state/state";
import type { Picture, Row } from "./picture";
import { countScale, greatest, timeScale, type Scale } from "./axes";
import { groupWords } from "./formats";
import { baselineName, clockNotes, identity, labelsOf, many } from "./labels";
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
  const rows = rowsOf(kept, ranks, scale, limit, labelsOf(document, cells));
  const shown = kept.map(([cell]) => cell);
  return {
    kind: "ranking",
    data: { rows, references: unit === "relative" ? [{ value: 1 }] : [] },
    words: {
      x: axisOf(unit, weight, scale, shown),
      limit: limit / scale.size,
      reach: `width - ${reserve(rows)}`,
      ...groupWords(shown.map(({ format }) => format)),
    },
    description: describe(rows, unit),
    notes: [
      ...notesOf(rows, unit, ordered.length - kept.length, cells.length - measured.length),
      ...(isCounted(unit) ? [] : clockNotes(document, shown)),
    ],
  };
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
  const several = new Set(measured.map(([cell]) => memberOf(cell))).size > 1;
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
): Row[] {
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
  if (unit === "speed") return greatest(ends);
  const least = unit === "relative" ? 1 : 0;
  const bearable = OUTLYING * Math.max(ends[Math.floor((ends.length * 3) / 4)] ?? 0, least);
  return greatest([least * 1.05, ...ends.filter((end) => end <= bearable)]) || 1;
}

/** Return how many pixels the longest number beside a bar needs. */
function reserve(rows: readonly Row[]): number {
  return greatest(rows.map((row) => [...String(row["text"])].length)) * CHARACTER_PX + MARGIN_PX;
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
      return `${weight} time ÷ ${baselineName(cells)}`;
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
