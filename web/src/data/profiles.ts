/** Targets that are their runner with another compiler, or with another allocator. */
import type { Cell, Profiled, ProfileWorth, RunDocument } from "./document";
import { qualifiedName } from "./cells";

export type ProfileKind = Profiled["differs_in"];

/** In what a cell's target differs from its runner, and what that is worth; null where it is the runner, or differs in more. */
export function profileOf(cell: Cell): Profiled | null {
  return cell.profile ?? null;
}

/** What each profile of a kind is worth on the whole. */
export function worthsOf({ profiles }: RunDocument, kind: ProfileKind): readonly ProfileWorth[] {
  return (profiles ?? []).filter((worth) => worth.differs_in === kind);
}

/** For each cell that has a profile, by its number, the same cell of the runner itself, where the document has it. */
export function usualCells({ cells }: RunDocument): ReadonlyMap<number, Cell> {
  const key = (cell: Cell) => `${qualifiedName({ ...cell, target: "host" })} ${cell.operation} ${cell.payload}`;
  const own = new Map(cells.filter(({ target }) => target === "host").map((cell) => [key(cell), cell]));
  const pairs = cells.flatMap((cell) => {
    const usual = profileOf(cell) && own.get(key(cell));
    return usual ? [[cell.cell, usual] as const] : [];
  });
  return new Map(pairs);
}
