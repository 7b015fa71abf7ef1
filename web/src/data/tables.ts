/** The rows of the tables, with the texts that the terminal prints: the port of report/tables.py. */
import { fixed, margin, netTime, rank, relative, significant, size, tareShare } from "../model/figures";
import { memberOf } from "./cells";
import type { Cell, RunDocument } from "./document";

export interface RowTexts {
  /** rank within its runner, and among all */
  rank: string;
  all: string;
  net: string;
  margin: string;
  tare: string;
  relative: string;
  speed: string;
  bytes: string;
  gzipped: string;
  allocated: string;
}

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
const inRunner = (cell: Cell) => `${memberOf(cell)} ${cell.payload} ${cell.operation} ${cell.rank_in_language}`;

function repeated(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(keys.filter((key) => seen.has(key) || !seen.add(key)));
}

export function textsOf(cell: Cell, ties: Ties): RowTexts {
  const speed = cell.megabytes_per_second;
  return {
    rank: cell.processes > 1 ? rank(cell.rank_in_language, ties.inRunner.has(inRunner(cell))) : "?",
    all: cell.processes > 1 ? rank(cell.rank, ties.overall.has(overall(cell))) : "?",
    net: netTime(cell.net_ns),
    margin: cell.net_ns.at_most ? "" : margin(cell.net_ns),
    tare: tareShare(cell),
    relative: relative(cell),
    speed: speed === null ? "" : significant(speed),
    bytes: size(cell.bytes),
    gzipped: size(cell.gzip_bytes),
    allocated: cell.allocated_bytes === null ? "" : size(Number(fixed(cell.allocated_bytes, 0))),
  };
}
