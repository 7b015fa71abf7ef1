/** What survives a codec, by runner and by format. */
import { groupBy, memberOf } from "./cells";
import type { Cell, Failure, RunDocument } from "./document";
import { codecName } from "../model/figures";

/** A codec of a member with all its cells, and what of it failed. */
export interface Survivor {
  member: string;
  codec: string;
  format: string;
  cells: readonly Cell[];
  failures: readonly Failure[];
  /** whether all that was measured of it is exact, and nothing failed */
  exact: boolean;
}

/** Return the codecs of which there are cells, by member in the order given, then by name. */
export function survivorsOf(document: RunDocument, members: readonly string[], cells: readonly Cell[]): Survivor[] {
  const own = groupBy(cells, (cell) => JSON.stringify([memberOf(cell), codecName(cell)]));
  // A failed cell has no number and so no row; its codec's other operations may.
  const failures = document.failures.filter(({ stage }) => stage === "verify");
  const survivors = [...own].map(([key, cells]): Survivor => {
    const [member, codec] = JSON.parse(key) as [string, string];
    const failed = failures.filter((failure) => failure.runner === member && failure.codec === codec);
    const exact = failed.length === 0 && cells.every(({ fidelity }) => fidelity === "exact");
    return { member, codec, format: cells[0]?.format ?? "", cells, failures: failed, exact };
  });
  return survivors.sort(
    (a, b) => members.indexOf(a.member) - members.indexOf(b.member) || a.codec.localeCompare(b.codec),
  );
}

/** How many codecs of a format a member has, and how many of them lose nothing. */
export interface Coverage {
  exact: number;
  lossy: number;
}

/** Return the coverage of every format by member; the formats that most members have an exact codec of come first. */
export function coverageOf(survivors: readonly Survivor[]): [format: string, ReadonlyMap<string, Coverage>][] {
  const formats = new Map<string, Map<string, Coverage>>();
  for (const { format, member, exact } of survivors) {
    const members = formats.get(format) ?? new Map<string, Coverage>();
    formats.set(format, members);
    const found = members.get(member) ?? { exact: 0, lossy: 0 };
    members.set(member, { exact: found.exact + Number(exact), lossy: found.lossy + Number(!exact) });
  }
  const exactly = (members: ReadonlyMap<string, Coverage>) =>
    [...members.values()].filter(({ exact }) => exact > 0).length;
  return [...formats].sort(
    ([a, one], [b, other]) => exactly(other) - exactly(one) || other.size - one.size || (a < b ? -1 : 1),
  );
}
