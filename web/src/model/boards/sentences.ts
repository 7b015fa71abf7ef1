/** The verdict on a board in plain sentences. */
import type { RunDocument } from "../../data/document";
import { significant } from "../figures";
import type { Scenario } from "../scenario";
import { titlesOfFormats } from "../sentences";
import * as units from "../units";
import type { BoardCase } from "./case";
import { compare, shareSaved, type BoardVerdict } from "./verdict";
import { energy, isPriced, type BoardWeight } from "./weight";

/** Say what to do in a few words: `Move to MessagePack with cmp`. */
export function whatToDo({ contest, verdict }: BoardCase, document: RunDocument): string {
  if (!contest || !verdict) return "No advice";
  const titles = titlesOfFormats(document);
  const { kind, best } = verdict;
  const own = titles.get(contest.baseline.format) ?? contest.baseline.format;
  switch (kind) {
    case "format":
      return `Move to ${titles.get(best.format) ?? best.format} with ${best.name}`;
    case "library":
      return `Stay with ${own}, but use ${best.name}`;
    case "undecided":
      return "Undecided";
    default:
      return `Stay with ${own} (${contest.baseline.name})`;
  }
}

/** Say it in a line, with what that saves. */
export function headline(of: BoardCase, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict, board } = of;
  const what = whatToDo(of, document);
  if (!contest || !verdict || verdict.kind === "stay") return what;
  if (verdict.kind === "undecided") return `${what}: bytes against ${board.unit}`;
  return `${what}: ${differences(of, contest.baseline, verdict.best, scenario)[0]}`;
}

/** Say what to do, and why; or why there is nothing to advise. */
export function sentence(of: BoardCase, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict } = of;
  const { to } = scenario;
  if (!contest) return `No advice: ${lacking(of, scenario)}.`;
  if (!verdict) return `No answer: this board has no ${to} that may be advised${because(of, to)}.`;
  const said = inFull(of, contest.baseline, verdict, document, scenario);
  if (to === null || verdict.kind === "undecided") return said;
  return `${verdict.kind === "stay" ? "No" : "Yes"}: ${said.replace(/^./, (letter) => letter.toLowerCase())}`;
}

function inFull(
  of: BoardCase,
  baseline: BoardWeight,
  verdict: BoardVerdict,
  document: RunDocument,
  scenario: Scenario,
): string {
  const { best, trade, nearest } = verdict;
  const what = whatToDo(of, document);
  if (trade && verdict.kind === "undecided") {
    return `${what}: ${trading(of, baseline, trade, scenario)}. Tell --energy-per-byte and --energy-per-million.`;
  }
  if (best !== baseline) return `${what}: against ${baseline.name} it takes ${listed(of, baseline, best, scenario)}.`;
  if (!nearest) return `${what}: the run has nothing else that may be advised.`;
  const under =
    compare(baseline, nearest, scenario) === "little"
      ? `, under the threshold of ${units.percent(scenario.threshold)}`
      : "";
  return `${what}: the best alternative, ${nearest.name}, takes ${listed(of, baseline, nearest, scenario)}${under}.`;
}

/** Say what is less for more of another thing, and which price of a byte makes up for that. */
export function trading(of: BoardCase, reference: BoardWeight, other: BoardWeight, scenario: Scenario): string {
  const [fewer, more] = other.bytes < reference.bytes ? [other, reference] : [reference, other];
  const price = significant((fewer.count - more.count) / (more.bytes - fewer.bytes));
  return (
    `against ${reference.name}, ${other.name} takes ${listed(of, reference, other, scenario)}; ` +
    `${fewer.name} spares energy where a byte on the wire takes as much as ${price} ${of.board.unit}, or more`
  );
}

/** Say what another codec takes less, or more: the energy where its price is known, the bytes, the count. */
function differences({ board }: BoardCase, reference: BoardWeight, other: BoardWeight, scenario: Scenario): string[] {
  const than = (what: string, less: string, own: number, others: number): string => {
    const share = shareSaved(own, others);
    if (share === 0) return `the same ${what}`;
    return share > 0 ? `${units.percent(share)} ${less} ${what}` : `${units.percent(-share)} more ${what}`;
  };
  const counts = than(board.unit ?? "", "fewer", reference.count, other.count);
  const bytes = than("bytes", "fewer", reference.bytes, other.bytes);
  const taken = shareSaved(reference.bytes, other.bytes) === 0 ? [counts, bytes] : [bytes, counts];
  if (!isPriced(scenario)) return taken;
  return [than("energy", "less", energy(reference, scenario), energy(other, scenario)), ...taken];
}

function listed(of: BoardCase, reference: BoardWeight, other: BoardWeight, scenario: Scenario): string {
  const parts = differences(of, reference, other, scenario);
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function lacking({ payload, candidates, excluded }: BoardCase, { on_board: does }: Scenario): string {
  if (candidates.length > 0) return "this board has no codec to compare with that fits: name a --baseline";
  const what = does === "both" ? "both encodes and decodes" : `${does}s`;
  const why = excluded.size > 0 ? ", with the memory that there is" : "";
  return `on this board no codec ${what} ${payload.payload}${why}`;
}

function because({ excluded }: BoardCase, to: string | null): string {
  const reasons = to === null ? undefined : excluded.get(to);
  return reasons ? `: it ${reasons.map(({ text }) => text).join(", ")}` : "";
}
