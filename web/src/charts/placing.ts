/**
 * Where names stand beside points, so that none covers another.
 *
 * Vega's own placing of labels needs a browser's canvas, which there is none of where files are drawn. So it is done
 * here, for some widths of a chart: each label says between which widths it is to be seen.
 */
import type { Row } from "./picture";

/** Widths of the plot, in pixels, from which on labels are placed anew. */
const WIDTHS = [0, 260, 420, 640, 900];
const NARROWEST = 200;
const WIDEST = 100_000;
const CHARACTER = 6.2;
const LINE = 13;
const POINT = 4;

/** How a label stands to its point: Vega's `align` and `baseline`, and its distance in pixels. */
export type Anchor = {
  align: "left" | "right";
  baseline: "top" | "middle" | "bottom";
  dx: number;
  dy: number;
};

export const LEFT_BELOW: Anchor = { align: "right", baseline: "top", dx: -5, dy: 4 };
export const RIGHT_BELOW: Anchor = { align: "left", baseline: "top", dx: 5, dy: 4 };
export const RIGHT_ABOVE: Anchor = { align: "left", baseline: "bottom", dx: 5, dy: -4 };
export const LEFT_ABOVE: Anchor = { align: "right", baseline: "bottom", dx: -5, dy: -4 };

/** A share of the plot's width and of its height, from its lower left corner. */
export type Place = readonly [number, number];

/** A name, its point, and the row that it becomes. */
export interface Label {
  at: Place;
  row: Row & { text: string };
  /** whether it may cover points where there is no other way */
  always?: boolean;
}

interface Box {
  left: number;
  low: number;
  right: number;
  high: number;
}

/**
 * Return a row for each label and range of widths in which there is room for it.
 *
 * `labels` has for each name where it may stand, the best place first; the most important name first. `points` is what
 * no label may cover, `height` that of the plot in pixels, `anchors` how a label may stand to its point, the best first.
 */
export function place(
  labels: readonly (readonly Label[])[],
  points: readonly Place[],
  height: number,
  anchors: readonly Anchor[],
): Row[] {
  return WIDTHS.flatMap((least, number) => {
    const width = Math.max(least, NARROWEST);
    const covered: Box[] = points.map(([x, y]) => ({
      left: x * width - POINT,
      low: y * height - POINT,
      right: x * width + POINT,
      high: y * height + POINT,
    }));
    const names: Box[] = [];
    return labels.flatMap((places) => {
      const ways = places
        .flatMap((label) => anchors.map((anchor) => ({ label, anchor, box: boxOf(label, anchor, width, height) })))
        .filter(({ box }) => isInside(box, width, height));
      const beside = ways.filter(({ box }) => !names.some((other) => overlap(box, other)));
      const free = beside.find(({ box }) => !covered.some((other) => overlap(box, other)));
      const way = free ?? beside.find(({ label }) => label.always);
      if (!way) return [];
      names.push(way.box);
      return [{ ...way.label.row, ...way.anchor, least, beyond: WIDTHS[number + 1] ?? WIDEST }];
    });
  });
}

function boxOf({ at, row }: Label, anchor: Anchor, width: number, height: number): Box {
  // Counted in characters, not in UTF-16.
  const length = [...row.text].length * CHARACTER;
  const x = at[0] * width + anchor.dx;
  const y = at[1] * height - anchor.dy;
  const left = anchor.align === "right" ? x - length : x;
  const low = { top: y - LINE, middle: y - LINE / 2, bottom: y }[anchor.baseline];
  return { left, low, right: left + length, high: low + LINE };
}

function isInside(box: Box, width: number, height: number): boolean {
  // A label may reach a little into the margins.
  return box.left >= -4 && box.low >= 0 && box.right <= width + 4 && box.high <= height + 8;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.low < other.high && other.low < one.high;
}
