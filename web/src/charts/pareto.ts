/** Encoded size against time, and the frontier of those that none beats in both. */
import { qualifiedName } from "../data/cells";
import type { Cell, RunDocument } from "../data/document";
import { size } from "../model/figures";
import type { Compressor } from "../model/scenario";
import type { Picture, Row } from "./picture";
import { LEFT_ABOVE, LEFT_BELOW, place, RIGHT_ABOVE, RIGHT_BELOW, type Place } from "./placing";
import { domainOf, greatest, placeIn, spread, ticksOf, timeScale } from "./axes";
import { groupWords } from "./formats";
import { clockNotes, identity, labelsOf, many } from "./labels";
import { intervalText, shownAt, timeQuantity } from "./quantity";

const HEIGHT = 340;
/** Points of a side of a step, so that no label fits between them. */
const ALONG = 100;

interface Point extends Row {
  id: string;
  label: string;
  lossy: boolean;
  time: number;
  low: number;
  high: number;
  bytes: number;
  baseline: boolean;
  frontier: boolean;
}

/**
 * Return size against net time for cells of one payload and operation; null where the run knows no size of any. The
 * compressor's own time is not in this chart.
 */
export function pareto(document: RunDocument, cells: readonly Cell[], compressor: Compressor = "none"): Picture | null {
  const sized = cells.flatMap((cell) => {
    const bytes = sizeOf(cell, compressor);
    const time = timeQuantity(cell, "net");
    return bytes === null || shownAt(time) <= 0 ? [] : [{ cell, bytes, time, at: shownAt(time) }];
  });
  if (sized.length === 0) return null;
  const names = labelsOf(document, cells);
  const scale = timeScale(greatest(sized.map(({ at }) => at)));
  const points = sized.map(
    ({ cell, bytes, time, at }) =>
      ({
        ...identity(cell, names.get(qualifiedName(cell))),
        time: at / scale.size,
        low: (time.low ?? at) / scale.size,
        high: (time.high ?? at) / scale.size,
        bytes,
        timeText: time.text,
        interval: intervalText(time),
        bytesText: `${size(bytes)} bytes`,
        baseline: cell.relative?.to === qualifiedName(cell),
        frontier: false,
      }) as unknown as Point,
  );
  points.sort((a, b) => a.time - b.time || a.bytes - b.bytes || (a.id < b.id ? -1 : 1));
  const unbeaten = frontier(points);
  for (const point of points) point.frontier = unbeaten.has(point.id);
  const times = points.flatMap(({ time, low, high }) => [time, low, high]).filter((value) => value > 0);
  const sizes = points.map(({ bytes }) => bytes);
  const [xType, yType] = [spread(times), spread(sizes)];
  const xDomain = domainOf(times, xType, { below: 0.12, above: 0.06 });
  const yDomain = domainOf(sizes, yType, { below: 0.12, above: 0.08 });
  const placeOf = ([time, bytes]: Place): Place => [placeIn(time, xDomain, xType), placeIn(bytes, yDomain, yType)];
  const where = ({ time, bytes }: Point): Place => placeOf([time, bytes]);
  const best = points.filter((point) => point.frontier);
  const corners = cornersOf(best, xDomain[1], yDomain[1]);
  return {
    kind: "pareto",
    data: {
      rows: points,
      steps: corners.map(([time, bytes]) => ({ time, bytes })),
      labels: namesOf(points, where, corners.map(placeOf)),
    },
    words: {
      x: `net time of a pass (${scale.unit})${xType === "log" ? ", log scale" : ""}`,
      y: `${compressor === "none" ? "bytes" : `bytes after ${compressor}`}${yType === "log" ? ", log scale" : ""}`,
      xType,
      yType,
      xTicks: ticksOf(xDomain, xType),
      yTicks: ticksOf(yDomain, yType),
      xDomain,
      yDomain,
      ...groupWords(sized.map(({ cell }) => cell.format)),
    },
    description: describe(points),
    notes: [
      ...notesOf(
        points,
        cells.length - sized.length,
        sized.some(({ time }) => time.atMost),
      ),
      ...clockNotes(
        document,
        sized.map(({ cell }) => cell),
      ),
    ],
  };
}

function sizeOf(cell: Cell, compressor: Compressor): number | null {
  return compressor === "none" ? cell.bytes : (cell.compressed_bytes?.[compressor] ?? null);
}

/**
 * Return the ids of points, ordered by time and then size, that no other beats in size without being slower, nor in
 * time without being larger. Lossy ones are among them only where all are lossy.
 */
function frontier(points: readonly Point[]): ReadonlySet<string> {
  const exact = points.filter(({ lossy }) => !lossy);
  const found = new Set<string>();
  let fewest = Infinity;
  for (const { id, bytes } of exact.length > 0 ? exact : points) {
    if (bytes < fewest) {
      fewest = bytes;
      found.add(id);
    }
  }
  return found;
}

/** Return the frontier's points, and where it leaves the chart. */
function cornersOf(best: readonly Point[], right: number, top: number): Place[] {
  const [first, last] = [best[0] as Point, best[best.length - 1] as Point];
  return [[first.time, top], ...best.map(({ time, bytes }): Place => [time, bytes]), [right, last.bytes]];
}

/** Return points along the steps between corners, which go to the right and then down. */
function along(corners: readonly Place[]): Place[] {
  const shares = Array.from({ length: ALONG + 1 }, (_, step) => step / ALONG);
  return corners.slice(1).flatMap(([nextX, nextY], at) => {
    const [x, y] = corners[at] as Place;
    return [
      ...shares.map((share): Place => [x + (nextX - x) * share, y]),
      ...shares.map((share): Place => [nextX, y + (nextY - y) * share]),
    ];
  });
}

function namesOf(points: readonly Point[], where: (point: Point) => Place, corners: readonly Place[]): Row[] {
  const baselines = points.filter(({ baseline }) => baseline);
  const frontier = points.filter((point) => point.frontier);
  const named = baselines.length === 1 ? new Set([...baselines, ...frontier]) : frontier;
  const wanted = [...named].map((point) => {
    const { label, id, time, bytes, frontier } = point;
    return [{ at: where(point), row: { text: label, id, time, bytes, frontier }, always: true }];
  });
  // Nothing lies below and to the left of the frontier.
  return place(wanted, [...points.map(where), ...along(corners)], HEIGHT, [
    LEFT_BELOW,
    RIGHT_BELOW,
    RIGHT_ABOVE,
    LEFT_ABOVE,
  ]);
}

function describe(points: readonly Point[]): string {
  const best = points
    .filter((point) => point.frontier)
    .map((point) => `${point.label} (${point["timeText"]}, ${point["bytesText"]})`);
  return (
    `Scatter chart of ${many(points.length, "codec")} by encoded size and net time. No other is both smaller and faster than: ` +
    `${best.join(", ")}.`
  );
}

function notesOf(points: readonly Point[], missing: number, bounds: boolean): string[] {
  const notes = ["The line joins codecs that no other beats in both time and size."];
  if (points.some(({ low, high }) => low !== high)) notes.push("Thin lines: 95 % intervals.");
  if (bounds) notes.push("Times known only as a bound (≤) stand at it.");
  if (points.some(({ lossy }) => lossy)) {
    const joined = points.every(({ lossy }) => lossy);
    notes.push(joined ? "Hollow points: lossy." : "Hollow points: lossy, and never on the line.");
  }
  if (missing > 0) notes.push(`Left out: ${missing} of unknown size or time.`);
  return notes;
}
