/** What somebody may have meant who wrote a name that is not known. */
import { Refusal } from "../refusal";

/** Names that a message lists at most. */
const ENOUGH = 20;
/** How many of those that come close are named, and how alike two names are that do, from 0 to 1. */
const CLOSEST = 3;
const ALIKE = 0.5;

/** Check that something has all these names. */
export function checkNames(kind: string, names: readonly string[], known: Iterable<string>): void {
  const all = new Set(known);
  for (const name of names) {
    if (!all.has(name)) throw new Refusal(`this run has no ${kind} '${name}': ${suggestion(name, [...all])}`);
  }
}

/** Say which known name may have been meant, or which there are. */
export function suggestion(name: string, known: readonly string[]): string {
  const close = known
    .map((other) => ({ other, alike: likeness(name, other) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, CLOSEST)
    .map(({ other }) => other);
  if (close.length > 0) return `did you mean ${close.join(" or ")}?`;
  const more = known.length > ENOUGH ? `, and ${known.length - ENOUGH} more` : "";
  return `there are ${[...known].sort().slice(0, ENOUGH).join(", ")}${more}`;
}

/** The share of both names' characters that stand in both in the same order. */
function likeness(one: string, other: string): number {
  let lengths: number[] = Array.from({ length: other.length + 1 }, () => 0);
  for (const character of one) {
    const before = lengths;
    lengths = [0];
    [...other].forEach((opposite, at) =>
      lengths.push(character === opposite ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, lengths[at] ?? 0)),
    );
  }
  return (2 * (lengths.at(-1) ?? 0)) / (one.length + other.length);
}
