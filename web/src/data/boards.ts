/** The emulated boards of a run: who they are, and what they counted. */
import { groupBy, OPERATIONS, participantOf, type Operation } from "./cells";
import type { CountedCell, PayloadInfo, RunDocument, TooLarge } from "./document";
import { environmentOf, type Memory } from "./environment";
import { codecName } from "../model/figures";

export type CountUnit = CountedCell["unit"];

/** A board of the run. */
export interface Board {
  participant: string;
  title: string;
  /** what it counts; null where nothing fitted */
  unit: CountUnit | null;
  /** what counts; null where the run does not know */
  counter: string | null;
  /** what there is room for; null where the run does not know */
  memory: Memory | null;
}

/** Return the boards of a run, in its order. */
export function boardsOf(document: RunDocument): Board[] {
  const { runners } = environmentOf(document);
  const units = new Map<string, CountUnit | null>();
  for (const one of [...countedOf(document), ...tooLargeOf(document)]) {
    const participant = participantOf(one);
    units.set(participant, units.get(participant) ?? ("unit" in one ? one.unit : null));
  }
  return [...units].map(([participant, unit]) => ({
    participant,
    title: runners[participant]?.title ?? participant,
    unit,
    counter: runners[participant]?.clocks.counter?.name ?? null,
    memory: runners[participant]?.memory ?? null,
  }));
}

/** The payloads that boards were given, in the order of the run. */
export function boardPayloadsOf(document: RunDocument): PayloadInfo[] {
  const given = new Set([...countedOf(document), ...tooLargeOf(document)].map(({ payload }) => payload));
  return document.run.payloads.filter(({ payload }) => given.has(payload));
}

export function countedOf({ counted }: RunDocument): readonly CountedCell[] {
  return counted ?? [];
}

export function tooLargeOf({ too_large: tooLarge }: RunDocument): readonly TooLarge[] {
  return tooLarge ?? [];
}

/** A codec on one board, with one payload. */
export interface BoardRow {
  name: string;
  format: string;
  /** by operation */
  cells: ReadonlyMap<Operation, CountedCell>;
  /** any of them, for what they have in common */
  cell: CountedCell;
  /** of encoding and decoding together, or of what else it does alone */
  count: number;
  lossy: boolean;
  bytes: number | null;
  /** where operations were linked alone: of the one that adds most */
  flash: number | null;
  ram: number | null;
  /** the most that a pass of any operation took */
  heap: number | null;
  stack: number | null;
}

/** Return the codecs of a board: exact before lossy, what does more before what does less, then by their counts. */
export function boardRows(cells: readonly CountedCell[]): BoardRow[] {
  const rows = [...groupBy(cells, (cell) => JSON.stringify([codecName(cell), cell.format])).values()].map(rowOf);
  const key = ({ lossy, cells: own, count }: BoardRow) => [Number(lossy), -wholeOf([...own.values()]).length, count];
  return rows.sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}

function rowOf(own: readonly CountedCell[]): BoardRow {
  const [cell] = own as [CountedCell];
  const whole = wholeOf(own);
  return {
    name: codecName(cell),
    format: cell.format,
    cells: new Map(own.map((one) => [one.operation, one])),
    cell,
    count: (whole.length > 0 ? whole : own).reduce((sum, { net }) => sum + net, 0),
    lossy: own.some(({ fidelity }) => fidelity !== "exact"),
    bytes: most(own.map(({ bytes }) => bytes)),
    flash: most(own.map(({ flash_bytes }) => flash_bytes)),
    ram: most(own.map(({ ram_bytes }) => ram_bytes)),
    heap: most(own.map(({ peak_bytes }) => peak_bytes)),
    stack: most(own.map(({ stack_bytes }) => stack_bytes)),
  };
}

/** What is needed to carry a document there and back; scanning is another way to a part of it. */
function wholeOf(own: readonly CountedCell[]): CountedCell[] {
  return own.filter(({ operation }) => operation === "encode" || operation === "decode");
}

/** Return the largest of what is known; null where nothing is. */
export function most(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** The operations that a board counted, in their natural order. */
export function countedOperations(cells: readonly CountedCell[]): Operation[] {
  return OPERATIONS.filter((operation) => cells.some((cell) => cell.operation === operation));
}
