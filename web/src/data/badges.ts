/** What a reader should know of a row beside its numbers, in a word or two each, and why. */
import { concessions, isPrebuilt, type AnyCell, type Candidate } from "../model/candidates";
import { madeFor } from "../model/contest";
import { duration, percent } from "../model/figures";
import { isOld } from "../model/requirements";
import type { Cell, CountedCell, RunDocument } from "./document";

export interface Badge {
  text: string;
  why: string;
  /** a doubt about the numbers, a loss of what is encoded, or something that not every program can bear */
  kind: "doubt" | "loss" | "note";
}

/** In fewer processes an interval is a guess: they differ more than batches of one do. */
const FEW_PROCESSES = 3;
/** Beyond this share of batches that other programs interrupted, a row was measured in a noisy time. */
const NOISY = 0.5;

type About = Pick<RunDocument, "formats" | "run">;

/** Return the badges of a row; none where it is exact, steady and well known. */
export function badgesOf(cell: Cell, about: About): Badge[] {
  const badges = [...lossesOf(cell), ...doubtsOf(cell), ...notesOf(cell, about)];
  // Its CPU time is that of all its threads together: how long it takes is another question.
  if (cell.clock === "cpu" && cell.policies["threads"] === true && cell.wall_ns !== null) {
    const why = "It works in threads: its CPU time is that of all of them together.";
    badges.push({ text: `wall ${duration(cell.wall_ns)}`, why, kind: "note" });
  }
  return badges;
}

/** Return the badges of rows that were counted, which leaves no doubt; each once. */
export function badgesOfCounted(cells: readonly CountedCell[], about: About): Badge[] {
  return distinct(cells.flatMap((cell) => [...lossesOf(cell), ...notesOf(cell, about)]));
}

function lossesOf(cell: AnyCell): Badge[] {
  if (cell.fidelity !== "lossy") return [];
  return [{ text: `lossy: ${cell.losses.join(", ")}`, why: "What comes back is not what went in.", kind: "loss" }];
}

function doubtsOf(cell: Cell): Badge[] {
  const badges: Badge[] = [];
  const doubt = (text: string, why: string) => badges.push({ text, why, kind: "doubt" });
  if (!cell.settled) doubt("not settled", "Its speed was still changing when the time for warming up was over.");
  if (cell.processes < FEW_PROCESSES) {
    const count = cell.processes === 1 ? "1 process" : `${cell.processes} processes`;
    doubt(count, "Measured in so few processes that little is known of its error.");
  }
  if (cell.preempted > NOISY) {
    doubt("noisy", `Other programs interrupted ${percent(cell.preempted)} of its batches.`);
  }
  return badges;
}

function notesOf(cell: AnyCell, { formats, run }: About): Badge[] {
  const badges: Badge[] = [];
  const note = (text: string, why: string) => badges.push({ text, why, kind: "note" });
  if (isOld(cell, run.started)) {
    note(
      `old: ${cell.released?.slice(0, 4)}`,
      `${cell.library} ${cell.library_version} was released on ${cell.released}.`,
    );
  }
  const language = madeFor(cell, formats);
  if (language !== null) note(`${language} only`, `Its format was made for ${language} alone.`);
  const { buffers, strings } = cell.policies;
  if (buffers === "reuse") note("buffers reused", "Your program would have to keep them, and not share them.");
  if (cell.operation === "decode" && strings === "borrowed") {
    note("strings borrowed", "They die with the bytes that they were decoded from.");
  }
  return badges;
}

/** Return the badges of what both encodes and decodes, each once; also of what its baseline does and it does not. */
export function badgesOfCandidate(candidate: Candidate, baseline: Candidate | null, document: About): Badge[] {
  const badges = [candidate.encode, candidate.decode].flatMap((cell) => badgesOf(cell, document));
  if (isPrebuilt(candidate)) {
    badges.push({ text: "own tree", why: "It encodes a tree of its own, which has to be built first.", kind: "note" });
  }
  if (baseline && concessions(baseline, candidate).includes("utf8")) {
    badges.push({ text: "UTF-8 unchecked", why: "It does not check that strings are UTF-8.", kind: "note" });
  }
  return distinct(badges);
}

export function distinct(badges: readonly Badge[]): Badge[] {
  return [...new Map(badges.map((badge) => [badge.text, badge])).values()];
}
