/** The number of a cell that a chart shows, with its interval and its text. */
import { countText, speedOf, timeOf, timeText } from "../data/measures";
import type { Cell, PayloadInfo } from "../data/document";
import { margin, relative, significant } from "../model/figures";
import type { Unit, Weight } from "../state/state";

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
