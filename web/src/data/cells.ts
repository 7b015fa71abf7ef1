import { codecName } from "../model/figures";
import type { Cell, PayloadInfo, RunDocument } from "./document";
import { environmentOf } from "./environment";

export type Operation = Cell["operation"];

export const OPERATIONS = [
  "encode",
  "decode",
  "scan",
  "pick",
  "encode-typed",
  "decode-typed",
  "read-typed",
  "pick-typed",
] as const satisfies readonly Operation[];

/** The name of the runner on its target. */
export function participantOf(cell: Pick<Cell, "runner" | "target">): string {
  return cell.target === "host" ? cell.runner : `${cell.runner}:${cell.target}`;
}

/** A codec as `relative.to` and `tied_with` name it: `cpp/rapidjson[insitu]`. */
export function qualifiedName(cell: Cell): string {
  return `${participantOf(cell)}/${codecName(cell)}`;
}

/** What names a cell in the URL: participant/codec/operation/payload. */
export function rowName(cell: Cell): string {
  return `${qualifiedName(cell)}/${cell.operation}/${cell.payload}`;
}

/** The participants of a run in its order, with the title that people know each by. */
export function titlesOf(document: RunDocument): ReadonlyMap<string, string> {
  const { runners } = environmentOf(document);
  return new Map(
    document.cells.map((cell) => [participantOf(cell), runners[participantOf(cell)]?.title ?? cell.language]),
  );
}

/** The payloads that have cells, in the order of the run. */
export function payloadsOf(document: RunDocument): PayloadInfo[] {
  const measured = new Set(document.cells.map((cell) => cell.payload));
  return document.run.payloads.filter((payload) => measured.has(payload.payload));
}

/** The operations that have cells, in their natural order. */
export function operationsOf(document: RunDocument): Operation[] {
  const measured = new Set(document.cells.map((cell) => cell.operation));
  return OPERATIONS.filter((operation) => measured.has(operation));
}

/** How many cells there are of each kind, in the order of their first. */
export function countBy(cells: readonly Cell[], kindOf: (cell: Cell) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(kindOf(cell), (counts.get(kindOf(cell)) ?? 0) + 1);
  return counts;
}

/** Gather things of one kind each, in the order of their first; `Map.groupBy` is missing in the Node.js of the tests. */
export function groupBy<T>(things: readonly T[], kindOf: (thing: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const kind = kindOf(thing);
    const own = groups.get(kind);
    if (own) own.push(thing);
    else groups.set(kind, [thing]);
  }
  return groups;
}
