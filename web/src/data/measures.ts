/** A cell's number in the unit that the reader chose, with its interval. */
import { duration, margin, netTime, significant, size, fixed } from "../model/figures";
import type { Unit, Weight } from "../state/state";
import { qualifiedName, participantOf } from "./cells";
import type { Cell, Interval, PayloadInfo, RunDocument } from "./document";

export const UNIT_TITLES: Record<Unit, string> = {
  relative: "Relative",
  time: "Time",
  speed: "MB/s",
  instructions: "Instructions",
  allocated: "Allocated",
};

/**
 * The unit to show: the chosen one, or else times relative to the baseline within a runner, and times themselves among
 * several, each of which has a baseline of its own.
 */
export function unitOf(chosen: Unit | null, participants: number): Unit {
  return chosen ?? (participants > 1 ? "time" : "relative");
}

/** What has been timed: a codec's cell, or a floor. */
export type Timed = Pick<Cell, "cell" | "runner" | "target" | "payload" | "operation" | "gross_ns" | "net_ns"> & {
  relative: ({ to: string } & Interval) | null;
};

/** The net or the gross time; a net time that is not clearly above zero has only a bound. */
export function timeOf(cell: Timed, weight: Weight): Interval & { at_most: boolean } {
  return weight === "net" ? cell.net_ns : { ...cell.gross_ns, at_most: false };
}

/**
 * The cell that a cell is compared with, null if there is none: `orjson` is each participant's own codec of that name,
 * `python/orjson` one for all participants, and null what the run itself has chosen.
 */
export function baselineOf(cell: Timed, rivals: readonly Cell[], baseline: string | null): Cell | null {
  const name = baseline ?? cell.relative?.to;
  if (name === undefined) return null;
  return indexed(rivals).get(keyOf(cell, name.includes("/") ? name : `${participantOf(cell)}/${name}`)) ?? null;
}

const keyOf = ({ payload, operation }: Pick<Cell, "payload" | "operation">, name: string) =>
  JSON.stringify([payload, operation, name]);
const indexes = new WeakMap<readonly Cell[], ReadonlyMap<string, Cell>>();

function indexed(cells: readonly Cell[]): ReadonlyMap<string, Cell> {
  const known = indexes.get(cells) ?? new Map(cells.map((cell) => [keyOf(cell, qualifiedName(cell)), cell]));
  indexes.set(cells, known);
  return known;
}

/**
 * How many times the baseline's time a cell takes. The run's own figures are of pairs measured side by side; for any
 * other baseline both errors count in full, and the interval is wider.
 */
export function relativeTo(cell: Timed, baseline: Cell, weight: Weight): Interval | null {
  if (cell.cell === baseline.cell) return { estimate: 1, low: 1, high: 1 };
  if (weight === "net" && cell.relative?.to === qualifiedName(baseline)) return cell.relative;
  const [time, base] = [timeOf(cell, weight), timeOf(baseline, weight)];
  if (time.at_most || base.at_most) return null;
  const estimate = time.estimate / base.estimate;
  const share = combined(shareOf(time), shareOf(base));
  return share === null
    ? { estimate, low: null, high: null }
    : { estimate, low: estimate * Math.exp(-share), high: estimate * Math.exp(share) };
}

/** Half the interval on the scale of logarithms. */
function shareOf({ low, high }: Interval): number | null {
  return low === null || high === null || low <= 0 ? null : Math.log(high / low) / 2;
}

function combined(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.hypot(a, b);
}

/** Return cells with `relative` to another codec of their participant, payload and operation, or to the run's own choice. */
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

/** A payload's size as minified JSON over the time. */
export function speedOf(cell: Timed, payload: PayloadInfo, weight: Weight): Interval | null {
  const time = timeOf(cell, weight);
  if (time.at_most) return null;
  const speed = (nanoseconds: number) => (payload.json_bytes * 1e3) / nanoseconds;
  return {
    estimate: speed(time.estimate),
    low: time.high === null ? null : speed(time.high),
    high: time.low === null || time.low <= 0 ? null : speed(time.low),
  };
}

/** Why a unit has nothing to show; undefined where it has. */
export function unavailable(unit: Unit, rows: readonly Cell[]): string | undefined {
  if (unit === "relative" && rows.every((cell) => cell.relative === null)) {
    return "this run has no baseline among these codecs";
  }
  if (unit === "instructions" && rows.every((cell) => cell.instructions === null)) {
    return "no instructions were counted in this run";
  }
  if (unit === "allocated" && rows.every((cell) => cell.allocated_bytes === null)) {
    return "this runtime does not tell what it allocates";
  }
  return undefined;
}

/** The time as text, a bound where there is no more. */
export function timeText(cell: Timed, weight: Weight): string {
  return weight === "net" ? netTime(cell.net_ns) : duration(cell.gross_ns.estimate);
}

export function marginText(cell: Timed, weight: Weight): string {
  if (weight === "net" && cell.net_ns.at_most) return "";
  return margin(timeOf(cell, weight));
}

export function relativeText(relative: Interval | null): string {
  return relative === null ? "" : `${significant(relative.estimate)}×`;
}

/** A count as text, in full. */
export function countText(count: number | null): string {
  return count === null ? "" : size(Number(fixed(count, 0)));
}
