/** Which cells of a run a command is about: `--payloads --languages --runners --formats --codecs --operations`. */
import { Refusal } from "../refusal";
import { memberOf, qualifiedName } from "./cells";
import type { Cell, RunDocument } from "./document";
import { checkNames, suggestion } from "./suggestion";
import { codecName } from "../model/figures";

/** What was chosen; an empty list leaves it to the others. */
export interface Chosen {
  payloads: readonly string[];
  languages: readonly string[];
  /** names of runners or of their targets */
  runners: readonly string[];
  formats: readonly string[];
  /** patterns with `*` and `?` of codecs, with or without variant, and with a language or a runner before */
  codecs: readonly string[];
  operations: readonly string[];
}

/** Return the cells that fit all that was chosen; refused where something that was named is not in the run. */
export function selected({ cells }: RunDocument, chosen: Chosen): Cell[] {
  if (cells.length === 0) {
    throw new Refusal("This run has no row that was measured. See what failed: weighbridge report RUN");
  }
  const known = (of: (cell: Cell) => string | readonly string[]) => new Set(cells.flatMap(of));
  checkNames(
    "payload",
    chosen.payloads,
    known((cell) => cell.payload),
  );
  checkNames(
    "language",
    chosen.languages,
    known((cell) => cell.language),
  );
  checkNames("runner", chosen.runners, known(runnersOf));
  checkNames(
    "format",
    chosen.formats,
    known((cell) => cell.format),
  );
  checkNames(
    "operation",
    chosen.operations,
    known((cell) => cell.operation),
  );
  const patterns = chosen.codecs.map((pattern) => ({ pattern, matches: matcher(pattern) }));
  for (const { pattern, matches } of patterns) {
    if (!cells.some((cell) => namesOf(cell).some(matches))) {
      throw new Refusal(
        `this run has no codec '${pattern}': ${suggestion(pattern, [...known(pattern.includes("/") ? qualifiedName : codecName)])}`,
      );
    }
  }
  const has = (names: readonly string[], name: string) => names.length === 0 || names.includes(name);
  const found = cells.filter(
    (cell) =>
      has(chosen.payloads, cell.payload) &&
      has(chosen.languages, cell.language) &&
      has(chosen.formats, cell.format) &&
      has(chosen.operations, cell.operation) &&
      (chosen.runners.length === 0 || runnersOf(cell).some((name) => chosen.runners.includes(name))) &&
      (patterns.length === 0 || namesOf(cell).some((name) => patterns.some(({ matches }) => matches(name)))),
  );
  if (found.length === 0) throw new Refusal("No row of this run fits all that was chosen. Leave something out.");
  return found;
}

/** What people may call a cell's runner on its target: `browser`, `firefox`, `browser:firefox`. */
function runnersOf(cell: Cell): string[] {
  return cell.target === "host" ? [cell.runner] : [cell.runner, cell.target, memberOf(cell)];
}

/** What people may call a cell's codec. */
function namesOf(cell: Cell): string[] {
  return [cell.codec, codecName(cell)].flatMap((name) => [
    name,
    ...[cell.language, ...runnersOf(cell)].map((owner) => `${owner}/${name}`),
  ]);
}

function matcher(pattern: string): (name: string) => boolean {
  // Brackets stand for themselves, because they are part of names such as rapidjson[insitu].
  const literal = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  const expression = new RegExp(`^${literal.replaceAll("*", ".*").replaceAll("?", ".")}$`);
  return (name) => expression.test(name);
}
