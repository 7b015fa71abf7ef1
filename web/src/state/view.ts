import { memberOf, operationsOf, payloadsOf, titlesOf, type Operation } from "../data/cells";
import type { Cell, PayloadInfo, RunDocument } from "../data/document";
import { codecName } from "../model/figures";
import type { Selection } from "./state";

export const POLICIES = ["buffers", "strings", "utf8", "access"] as const;
export type Policy = (typeof POLICIES)[number];

/** What a selection picks from a run. */
export interface View {
  payload: PayloadInfo;
  operation: Operation;
  /** the chosen members, in the order of the run */
  members: readonly string[];
  /** the cells of every payload and operation that pass the filters */
  cells: readonly Cell[];
  /** those of the chosen payload and operation, the best rank first */
  rows: readonly Cell[];
}

/** The choices that filter. */
export type Filters = Pick<Selection, "lang" | "format" | "op" | "payload" | "exact" | "search" | Policy>;

/** Pick from a run what a selection says; null if nothing was measured at all. */
export function viewOf(document: RunDocument, selection: Filters): View | null {
  const payloads = payloadsOf(document);
  const operations = operationsOf(document);
  const payload = payloads.find(({ payload }) => payload === selection.payload) ?? payloads[0];
  const operation =
    operations.find((name) => name === selection.op) ??
    (operations.includes("decode") ? ("decode" as const) : operations[0]);
  if (!payload || !operation) return null;
  const members = membersOf(document, selection);
  const cells = document.cells.filter((cell) => members.includes(memberOf(cell)) && passes(cell, selection));
  const rows = cells.filter((cell) => cell.payload === payload.payload && cell.operation === operation);
  return { payload, operation, members, cells, rows: rows.sort(members.length > 1 ? byRank : byRankInRunner) };
}

export const ALL_MEMBERS = "all";

/** The chosen members; by default the one of which the most is known for sure. */
export function membersOf(document: RunDocument, selection: Pick<Selection, "lang">): string[] {
  const members = [...titlesOf(document).keys()];
  if (selection.lang.includes(ALL_MEMBERS)) return members;
  const chosen = members.filter((member) => selection.lang.includes(member));
  if (chosen.length > 0) return chosen;
  const count = (member: string) => document.cells.filter((cell) => memberOf(cell) === member && cell.settled).length;
  return members.length > 0 ? [members.reduce((best, member) => (count(member) > count(best) ? member : best))] : [];
}

function passes(cell: Cell, selection: Filters): boolean {
  const search = selection.search.trim().toLowerCase();
  return (
    (selection.format.length === 0 || selection.format.includes(cell.format)) &&
    (!selection.exact || cell.fidelity === "exact") &&
    POLICIES.every((policy) => selection[policy].length === 0 || selection[policy].includes(policyOf(cell, policy))) &&
    (search === "" || codecName(cell).toLowerCase().includes(search) || cell.library.toLowerCase().includes(search))
  );
}

/** What a codec's policy is; empty where it has none of the kind. */
export function policyOf(cell: Cell, policy: Policy): string {
  const value = cell.policies[policy];
  return typeof value === "string" ? value : "";
}

const byRank = order((cell) => cell.rank);
const byRankInRunner = order((cell) => cell.rank_in_language);

/** Among equals by rank, what is exact stands before what is lossy. A net time may be unknown, the gross never is. */
function order(rank: (cell: Cell) => number): (a: Cell, b: Cell) => number {
  return (a, b) =>
    rank(a) - rank(b) ||
    Number(a.fidelity !== "exact") - Number(b.fidelity !== "exact") ||
    a.gross_ns.estimate - b.gross_ns.estimate;
}

/** How many filters are set beside the payload, the operation and the members. */
export function filtersSet(selection: Filters): number {
  return (
    [selection.format, ...POLICIES.map((policy) => selection[policy])].filter((values) => values.length > 0).length +
    Number(selection.exact) +
    Number(selection.search.trim() !== "")
  );
}
