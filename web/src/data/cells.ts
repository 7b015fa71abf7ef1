import type { Cell, PayloadInfo, RunDocument } from "./document";
import { environmentOf } from "./environment";

export type Operation = Cell["operation"];

export const OPERATIONS: readonly Operation[] = ["encode", "decode", "scan"];

/** The name of the runner on its target. */
export function memberOf(cell: Cell): string {
  return cell.target === "host" ? cell.runner : `${cell.runner}:${cell.target}`;
}

/** The name of the codec with its variant: `rapidjson[insitu]`. */
export function nameOf(cell: Cell): string {
  return cell.variant ? `${cell.codec}[${cell.variant}]` : cell.codec;
}

/** A codec as `relative.to` and `tied_with` name it: `cpp/rapidjson[insitu]`. */
export function qualifiedName(cell: Cell): string {
  return `${memberOf(cell)}/${nameOf(cell)}`;
}

/** The members of a run in its order, with the title that people know each by. */
export function titlesOf(document: RunDocument): ReadonlyMap<string, string> {
  const { runners } = environmentOf(document);
  return new Map(document.cells.map((cell) => [memberOf(cell), runners[memberOf(cell)]?.title ?? cell.language]));
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
