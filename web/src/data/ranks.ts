/** Ranks as they are written: `3=` is shared, `?` is of one process, which tells nothing of its error. */
import { rank } from "../model/figures";
import { participantOf } from "./cells";
import type { Cell, RunDocument } from "./document";

/** Tells of every cell which ranks it shares; made once for a run. */
export interface Ties {
  inRunner: ReadonlySet<string>;
  overall: ReadonlySet<string>;
}

export function tiesOf(document: RunDocument): Ties {
  return {
    inRunner: repeated(document.cells.map(inRunner)),
    overall: repeated(document.cells.map(overall)),
  };
}

const overall = (cell: Cell) => `${cell.payload} ${cell.operation} ${cell.rank}`;
const inRunner = (cell: Cell) => `${participantOf(cell)} ${cell.payload} ${cell.operation} ${cell.rank_in_language}`;

function repeated(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(keys.filter((key) => seen.has(key) || !seen.add(key)));
}

/** Write a cell's rank: among all of its payload and operation, or only among those of its runner. */
export function rankText(cell: Cell, ties: Ties, amongAll: boolean): string {
  if (cell.processes < 2) return "?";
  return amongAll
    ? rank(cell.rank, ties.overall.has(overall(cell)))
    : rank(cell.rank_in_language, ties.inRunner.has(inRunner(cell)));
}
