/** What charts call things: codecs, runners, baselines, counts. */
import { participantOf, qualifiedName, rowName, titlesOf } from "../data/cells";
import type { Cell, RunDocument } from "../data/document";
import { codecName, fidelity } from "../model/figures";
import { groupOf } from "./formats";
import type { Row } from "./picture";

/** Return for every participant its title, or its own name where another has the same title: no two rows may be alike. */
export function participantNames(document: RunDocument): ReadonlyMap<string, string> {
  const titles = titlesOf(document);
  const count = new Map<string, number>();
  for (const title of titles.values()) count.set(title, (count.get(title) ?? 0) + 1);
  return new Map(
    [...titles].map(([participant, title]) => [participant, count.get(title) === 1 ? title : participant]),
  );
}

/** Return for every cell's qualified name what stands beside it: with its language, where there are several. */
export function labelsOf(document: RunDocument, cells: readonly Cell[]): ReadonlyMap<string, string> {
  const titles = participantNames(document);
  const several = new Set(cells.map(participantOf)).size > 1;
  return new Map(
    cells.map((cell) => [
      qualifiedName(cell),
      several ? `${codecName(cell)} · ${titles.get(participantOf(cell))}` : codecName(cell),
    ]),
  );
}

/** Return what cells are relative to, for an axis: `python/json`, or `each runner's json`. */
export function baselineName(cells: readonly Cell[]): string {
  const to = [...new Set(cells.flatMap(({ relative }) => (relative ? [relative.to] : [])))];
  const names = new Set(to.map((name) => name.slice(name.indexOf("/") + 1)));
  if (to.length === 1) return String(to[0]);
  // Plain JSON has another name in most languages.
  return `each runner's ${names.size === 1 ? [...names].join() : "plain JSON"}`;
}

/** Say whose times are wall times, where those of others are CPU times. */
export function clockNotes(document: RunDocument, cells: readonly Cell[]): string[] {
  const walls = new Set(cells.filter(({ clock }) => clock === "wall").map(participantOf));
  if (walls.size === 0 || cells.every(({ clock }) => clock === "wall")) return [];
  const titles = [...participantNames(document)]
    .filter(([participant]) => walls.has(participant))
    .map(([, title]) => title);
  return [`Wall times, not CPU times: ${titles.join(", ")}.`];
}

/** Write a count: `1 codec`, `7 codecs`. */
export function many(count: number, what: string): string {
  return count === 1 ? `${count} ${what}` : `${count} ${what}s`;
}

/** Return what every row of a cell has. */
export function identity(cell: Cell, label: string | undefined): Row {
  return {
    id: rowName(cell),
    label,
    group: groupOf(cell.format),
    format: cell.format,
    lossy: cell.fidelity === "lossy",
    fidelity: fidelity(cell),
  };
}
