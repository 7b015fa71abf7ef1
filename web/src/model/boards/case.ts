/** One payload on one emulated board: who contends, and what the counts say. */
import { tooLargeOf, type Board } from "../../data/boards";
import { participantOf } from "../../data/cells";
import type { PayloadInfo, RunDocument } from "../../data/document";
import { baselineOf, concessions, ownCells } from "../candidates";
import { isAsked, reasonsAgainst, type Reason } from "../contest";
import { about, codecName } from "../figures";
import type { Scenario } from "../scenario";
import { decide, type BoardContest, type BoardVerdict } from "./verdict";
import { candidatesOn, OPERATIONS, weigh, type BoardCandidate, type BoardWeight } from "./weight";

/** What there is to say about one payload on one board. */
export interface BoardCase {
  payload: PayloadInfo;
  board: Board;
  /** what there is to choose from */
  candidates: readonly BoardCandidate[];
  /** who contends; null if there is nothing to compare with */
  contest: BoardContest | null;
  /** what to do; null where there is nothing to advise */
  verdict: BoardVerdict | null;
  /** what may not be advised, by name, and why */
  excluded: ReadonlyMap<string, readonly Reason[]>;
}

/**
 * Weigh the codecs of one board on one payload against its baseline.
 *
 * @param chosen the numbers of the cells that may be advised, beside what is used today; null for all
 */
export function considerOn(
  document: RunDocument,
  payload: PayloadInfo,
  board: Board,
  scenario: Scenario,
  chosen: ReadonlySet<number> | null = null,
): BoardCase {
  const every = candidatesOn(document, payload, board.participant, scenario.on_board);
  const today = baselineOf(every, scenario.baseline);
  const candidates = every.filter(
    (candidate) => candidate === today || !chosen || ownCells(candidate).some(({ cell: number }) => chosen.has(number)),
  );
  const excluded = new Map(tooLargeFor(document, payload, board, scenario));
  const baseline = today && weigh(today, payload);
  if (baseline === null) return { payload, board, candidates, contest: null, verdict: null, excluded };
  const others: BoardWeight[] = [];
  for (const candidate of candidates) {
    if (candidate === today) continue;
    const weight = weigh(candidate, payload);
    const reasons = [
      ...(weight ? reasonsOfMemory(weight, scenario) : [{ text: "not in this run: encoded size" }]),
      ...reasonsAgainst(candidate, baseline.candidate, scenario, document.formats, document.run.started),
    ];
    if (weight && reasons.length === 0) others.push(weight);
    else excluded.set(candidate.name, reasons);
  }
  const asked = new Set(others.filter(({ candidate }) => isAsked(candidate, scenario.to)));
  const conceding = new Set(others.filter(({ candidate }) => concessions(baseline.candidate, candidate).length > 0));
  const contest = { baseline, others, conceding, asked };
  const isAnswered = scenario.to === null || asked.size > 0;
  return { payload, board, candidates, contest, verdict: isAnswered ? decide(contest, scenario) : null, excluded };
}

/** Say of every codec that did not fit into the board what was missing. */
function* tooLargeFor(
  document: RunDocument,
  payload: PayloadInfo,
  board: Board,
  scenario: Scenario,
): Generator<[string, Reason[]]> {
  for (const one of tooLargeOf(document)) {
    const isHere = one.payload === payload.payload && participantOf(one) === board.participant;
    if (isHere && OPERATIONS[scenario.on_board].includes(one.operation)) {
      yield [codecName(one), [{ text: `does not fit to ${one.operation}: ${one.reason}` }]];
    }
  }
}

/** Say what a codec takes more than there is room for. What the run does not know is not held against it. */
function reasonsOfMemory({ flash, ram }: BoardWeight, scenario: Scenario): Reason[] {
  const { free_flash_bytes: freeFlash, free_ram_bytes: freeRam } = scenario;
  const over = (what: string, taken: number | null, free: number | null): Reason[] =>
    taken !== null && free !== null && taken > free ? [{ text: `takes more than ${about(free)} of ${what}` }] : [];
  return [...over("flash", flash, freeFlash), ...over("RAM", ram, freeRam)];
}
