/** Every codec on every payload: how many times the baseline's time, as colours about 1. */
import { qualifiedName, type Operation } from "../data/cells";
import type { Cell, RunDocument } from "../data/document";
import { relativeText } from "../data/measures";
import { scoresOf, type Score } from "../data/score";
import { margin, netTime } from "../model/figures";
import type { Weight } from "../state/state";
import type { Picture, Row } from "./picture";
import { greatest } from "./axes";
import { baselineName, identity, labelsOf, many } from "./labels";
import { intervalText, quantity, type Quantity } from "./quantity";

const BESIDE_PX = 180;
const NAME_PX = 84;
/** The column of the scores. */
const MEAN = "geometric mean";
/** The scale ends at 2 times and half the baseline at least, at 16 times and a sixteenth at most. */
const LEAST_LIMIT = 1;
const MOST_LIMIT = 4;

export interface HeatmapOptions {
  /** which times `relative` of the cells is of */
  weight?: Weight;
  /** how many codecs are shown, the fastest first; all, if it is left out */
  most?: number;
}

/**
 * Return codec × payload for one operation; null where no cell has a relative time. `cells` are of all payloads, with
 * `relative` to the codec that is wanted; the run's failures fill gaps.
 */
export function heatmap(
  document: RunDocument,
  cells: readonly Cell[],
  operation: Operation,
  { weight = "net", most }: HeatmapOptions = {},
): Picture | null {
  const own = cells.filter((cell) => cell.operation === operation);
  if (!own.some((cell) => cell.relative)) return null;
  const names = labelsOf(document, own);
  const measured = new Set(own.map(({ payload }) => payload));
  const payloads = document.run.payloads.map(({ payload }) => payload).filter((payload) => measured.has(payload));
  const at = new Map(own.map((cell) => [key(qualifiedName(cell), cell.payload), cell]));
  const scores = scoresOf(own);
  const lacking = (name: string) => payloads.length - (scores.get(name)?.payloads ?? 0);
  const order = [...names.keys()].sort(
    (a, b) =>
      // Means over different payloads cannot be compared.
      lacking(a) - lacking(b) ||
      (scores.get(a)?.mean.estimate ?? 0) - (scores.get(b)?.mean.estimate ?? 0) ||
      (a < b ? -1 : 1),
  );
  const kept = order.slice(0, most);
  const logs = own
    .filter((cell) => kept.includes(qualifiedName(cell)))
    .flatMap(({ relative }) => (relative ? [Math.abs(Math.log2(relative.estimate))] : []));
  const limit = Math.min(greatest([...logs, LEAST_LIMIT]), MOST_LIMIT);
  const failed = new Set(
    document.failures
      .filter((failure) => failure.operation === operation || failure.operation === null)
      .map(({ runner, codec, payload }) => key(`${runner}/${codec}`, String(payload))),
  );
  const several = payloads.length > 1;
  const columns = several ? [MEAN, ...payloads] : payloads;
  const rows = kept.flatMap((name) => [
    ...(several ? [scoreRow(names.get(name), scores.get(name), payloads.length, limit)] : []),
    ...payloads.map((payload): Row => {
      const cell = at.get(key(name, payload));
      const where = { label: names.get(name), payload };
      if (cell) return { ...identity(cell, names.get(name)), ...where, ...measuredOf(cell, limit) };
      const state = failed.has(key(name, payload)) ? "failed" : "absent";
      return { id: null, ...where, lossy: false, state, text: state === "failed" ? "failed" : "–" };
    }),
  ]);
  return {
    kind: "heatmap",
    data: { rows },
    words: {
      labels: kept.map((name) => names.get(name)),
      payloads: columns,
      limits: [-limit, limit],
      title: `${weight} time ÷ ${baselineName(own)}`,
      angle: angleOf(columns.length, "-90", "0"),
      align: angleOf(columns.length, "'left'", "'center'"),
      baseline: angleOf(columns.length, "'middle'", "'bottom'"),
    },
    description: describe(rows, kept.length, payloads.length, operation),
    notes: notesOf(rows, order.length - kept.length),
  };
}

function key(name: string, payload: string): string {
  return `${name}\n${payload}`;
}

/** Return a codec's mean over all payloads; where it lacks some, how many it has. */
function scoreRow(label: string | undefined, score: Score | undefined, payloads: number, limit: number): Row {
  const common = { id: null, label, payload: MEAN, lossy: false, score: true };
  if (!score) return { ...common, state: "absent", text: "–" };
  if (score.payloads < payloads) return { ...common, state: "partial", text: `${score.payloads} of ${payloads}` };
  const { mean } = score;
  return {
    ...common,
    margin: mean.low === mean.high ? "" : margin(mean),
    ...colouredOf({ ...mean, atMost: false, text: relativeText(mean) }, limit),
  };
}

function measuredOf(cell: Cell, limit: number): Row {
  const value = quantity(cell, "relative", "net", undefined);
  if (value === null) return { state: "unknown", text: netTime(cell.net_ns), interval: "" };
  return colouredOf(value, limit);
}

function colouredOf(value: Quantity, limit: number): Row {
  return {
    state: "measured",
    log: Math.max(-limit, Math.min(Math.log2(value.estimate), limit)),
    text: value.text,
    interval: intervalText(value),
  };
}

/** Return an expression for how names of payloads stand: upright, where they have little room side by side. */
function angleOf(payloads: number, upright: string, level: string): string {
  return `(containerWidth - ${BESIDE_PX}) / ${payloads} < ${NAME_PX} ? ${upright} : ${level}`;
}

function describe(rows: readonly Row[], codecs: number, payloads: number, operation: Operation): string {
  const failed = rows.filter((row) => row["state"] === "failed").length;
  const more = failed > 0 ? ` ${failed} failed.` : "";
  return (
    `Heat map of the ${operation} time of ${many(codecs, "codec")} on ${many(payloads, "payload")}, relative to a baseline. ` +
    `From top to bottom: the fastest on average, ${rows[0]?.["label"]}, to the slowest, ${rows.at(-1)?.["label"]}.${more}`
  );
}

function notesOf(rows: readonly Row[], dropped: number): string[] {
  const notes = [];
  if (rows.some((row) => row["lossy"])) notes.push("Dashed edge: lossy.");
  if (rows.some((row) => row["state"] === "absent")) notes.push("–: not measured.");
  if (rows.some((row) => row["state"] === "partial")) {
    notes.push("2 of 3: no mean, since on so many payloads only there is a time relative to the baseline.");
  }
  if (dropped > 0) notes.push(`Not shown: ${dropped} slower ones.`);
  return notes;
}
