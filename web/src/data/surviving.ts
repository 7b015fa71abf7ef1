/** What survives a codec, by runner and by format. */
import { groupBy, participantOf } from "./cells";
import type { Cell, Failure, RunDocument } from "./document";
import { codecName } from "../model/figures";

/** A codec of a participant with all its cells, and what of it failed. */
export interface Survivor {
  participant: string;
  codec: string;
  format: string;
  cells: readonly Cell[];
  failures: readonly Failure[];
  /** whether all that was measured of it is exact, and nothing failed */
  exact: boolean;
}

/** Return the codecs of which there are cells, by participant in the order given, then by name. */
export function survivorsOf(
  document: RunDocument,
  participants: readonly string[],
  cells: readonly Cell[],
): Survivor[] {
  const own = groupBy(cells, (cell) => JSON.stringify([participantOf(cell), codecName(cell)]));
  // A failed cell has no number and so no row; its codec's other operations may.
  const failures = document.failures.filter(({ stage }) => stage === "verify");
  const survivors = [...own].map(([key, cells]): Survivor => {
    const [participant, codec] = JSON.parse(key) as [string, string];
    const failed = failures.filter((failure) => failure.runner === participant && failure.codec === codec);
    const exact = failed.length === 0 && cells.every(({ fidelity }) => fidelity === "exact");
    return { participant, codec, format: cells[0]?.format ?? "", cells, failures: failed, exact };
  });
  return survivors.sort(
    (a, b) =>
      participants.indexOf(a.participant) - participants.indexOf(b.participant) || a.codec.localeCompare(b.codec),
  );
}

/** How many codecs of a format a participant has, and how many of them lose nothing. */
export interface Coverage {
  exact: number;
  lossy: number;
}

/** Return the coverage of every format by participant; the formats that most participants have an exact codec of come first. */
export function coverageOf(survivors: readonly Survivor[]): [format: string, ReadonlyMap<string, Coverage>][] {
  const formats = new Map<string, Map<string, Coverage>>();
  for (const { format, participant, exact } of survivors) {
    const participants = formats.get(format) ?? new Map<string, Coverage>();
    formats.set(format, participants);
    const found = participants.get(participant) ?? { exact: 0, lossy: 0 };
    participants.set(participant, { exact: found.exact + Number(exact), lossy: found.lossy + Number(!exact) });
  }
  const exactly = (participants: ReadonlyMap<string, Coverage>) =>
    [...participants.values()].filter(({ exact }) => exact > 0).length;
  return [...formats].sort(
    ([a, one], [b, other]) => exactly(other) - exactly(one) || other.size - one.size || (a < b ? -1 : 1),
  );
}
