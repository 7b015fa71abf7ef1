import { countBy, participantOf, operationsOf, payloadsOf, titlesOf, type Operation } from "../data/cells";
import type { Cell, PayloadInfo, RunDocument } from "../data/document";
import { codecName } from "../model/figures";
import type { Selection } from "./state";

export const POLICIES = ["buffers", "strings", "utf8", "access"] as const;
export type Policy = (typeof POLICIES)[number];

/** What a selection picks from a run. */
export interface View {
  payload: PayloadInfo;
  operation: Operation;
  /** the chosen participants, in the order of the run */
  participants: readonly string[];
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
  const participants = participantsOf(document, selection);
  const cells = document.cells.filter((cell) => participants.includes(participantOf(cell)) && passes(cell, selection));
  const rows = cells.filter((cell) => cell.payload === payload.payload && cell.operation === operation);
  return {
    payload,
    operation,
    participants,
    cells,
    rows: rows.sort(participants.length > 1 ? byRank : byRankInRunner),
  };
}

/** Chosen in so many words, so that whoever is sent the page sees all, too. */
export const ALL_MEMBERS = "all";

/** The chosen participants, in the order of the run; all of them where none is chosen. */
export function participantsOf(document: RunDocument, selection: Pick<Selection, "lang">): string[] {
  const participants = [...titlesOf(document).keys()];
  const chosen = participants.filter((participant) => selection.lang.includes(participant));
  return chosen.length > 0 ? chosen : participants;
}

function passes(cell: Cell, selection: Filters): boolean {
  return fits(cell, selection) && isFound(cell, selection.search);
}

/** Whether a cell is let through by the filters beside the search. */
function fits(cell: Cell, selection: Filters): boolean {
  return (
    (selection.format.length === 0 || selection.format.includes(cell.format)) &&
    (!selection.exact || cell.fidelity === "exact") &&
    POLICIES.every((policy) => selection[policy].length === 0 || selection[policy].includes(policyOf(cell, policy)))
  );
}

function isFound(cell: Cell, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return codecName(cell).toLowerCase().includes(wanted) || cell.library.toLowerCase().includes(wanted);
}

/** Rows that are searched and that other choices hide. */
export interface Hidden {
  count: number;
  /** a participant's title, an operation; null: what other filters hide */
  where: string | null;
  /** what shows them */
  change: Partial<Selection>;
}

/**
 * Return what a search finds beside the rows that are shown: in other runners; and where there is nothing at all with
 * the chosen operation and filters, behind the filters or in other operations.
 */
export function hiddenFrom(document: RunDocument, view: View, selection: Filters): Hidden[] {
  if (selection.search.trim() === "" && view.rows.length > 0) return [];
  const found = document.cells.filter(
    (cell) => cell.payload === view.payload.payload && isFound(cell, selection.search),
  );
  const here = found.filter((cell) => cell.operation === view.operation);
  const titles = titlesOf(document);
  const elsewhere = here.filter((cell) => fits(cell, selection) && !view.participants.includes(participantOf(cell)));
  const inOthers = [...countBy(elsewhere, participantOf)].map(([participant, count]): Hidden => ({
    count,
    where: titles.get(participant) ?? participant,
    change: { lang: [...view.participants, participant] },
  }));
  if (view.rows.length > 0 || inOthers.length > 0) return inOthers;
  if (here.length > 0) return [{ count: here.length, where: null, change: { ...UNFILTERED, lang: [ALL_MEMBERS] } }];
  return [...countBy(found, ({ operation }) => operation)].map(([op, count]): Hidden => ({
    count,
    where: op,
    change: { ...UNFILTERED, lang: [ALL_MEMBERS], op },
  }));
}

/** No filter, but for what is searched. */
export const UNFILTERED: Partial<Selection> = {
  format: [],
  exact: false,
  buffers: [],
  strings: [],
  utf8: [],
  access: [],
};

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

/** How many filters are set beside the payload, the operation and the participants. */
export function filtersSet(selection: Filters): number {
  return (
    [selection.format, ...POLICIES.map((policy) => selection[policy])].filter((values) => values.length > 0).length +
    Number(selection.exact) +
    Number(selection.search.trim() !== "")
  );
}
