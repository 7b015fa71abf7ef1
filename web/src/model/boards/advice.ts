/** Advice on an emulated board, as `weighbridge advise` prints it. */
import type * as printed from "../../data/advice";
import type { Board } from "../../data/boards";
import type { PayloadInfo, RunDocument } from "../../data/document";
import { lossesOf } from "../candidates";
import { leftOut } from "../contest";
import { about, significant, size } from "../figures";
import { coverage, losses, pricesOf } from "../losses";
import type { Scenario } from "../scenario";
import * as units from "../units";
import { considerOn, type BoardCase } from "./case";
import { headline, sentence, trading } from "./sentences";
import { compare, ordered } from "./verdict";
import { batteryMonths, energy, inAMonth, isPriced, type BoardWeight } from "./weight";

/** Advise for one payload on one board. */
export function adviceOn(
  document: RunDocument,
  payload: PayloadInfo,
  board: Board,
  scenario: Scenario,
  chosen: ReadonlySet<number> | null = null,
): printed.BoardAdvice {
  const of = considerOn(document, payload, board, scenario, chosen);
  const { contest, verdict } = of;
  const weights = contest ? ordered([contest.baseline, ...contest.others], scenario) : [];
  return {
    payload: payload.payload,
    participant: board.participant,
    title: board.title,
    unit: board.unit,
    kind: verdict?.kind ?? "none",
    headline: headline(of, document, scenario),
    sentence: sentence(of, document, scenario),
    facts: factsOn(of, document, scenario),
    baseline: contest && weighed(contest.baseline, scenario),
    best: verdict && weighed(verdict.best, scenario),
    candidates: weights.map((weight) => weighed(weight, scenario)),
    excluded: [...of.excluded].map(([codec, reasons]) => ({ codec, reasons: reasons.map(({ text }) => text) })),
  };
}

function weighed(weight: BoardWeight, scenario: Scenario): printed.BoardCodec {
  const { library, library_version } = weight.candidate.rows[0];
  return {
    codec: weight.name,
    format: weight.format,
    library,
    library_version,
    count_per_message: weight.count,
    bytes_per_message: weight.bytes,
    bytes_per_month: inAMonth(weight.bytes, scenario),
    energy_j_per_month: isPriced(scenario) ? inAMonth(energy(weight, scenario), scenario) : null,
    battery_months: batteryMonths(weight, scenario),
    flash_bytes: weight.flash,
    ram_bytes: weight.ram,
    losses: lossesOf(weight.candidate),
  };
}

/** Return what there is to say beside the sentence; what says nothing is left out. */
export function factsOn(of: BoardCase, document: RunDocument, scenario: Scenario): printed.Fact[] {
  const { contest, verdict, excluded } = of;
  const other = verdict && (verdict.best === contest?.baseline ? (verdict.trade ?? verdict.nearest) : verdict.best);
  const shown = contest ? [contest.baseline, ...(other ? [other] : [])] : [];
  const lost =
    contest && other
      ? losses(document, contest.baseline.candidate, other.candidate, coverage(document, of.payload))
      : [];
  const changing = verdict?.kind === "library" || verdict?.kind === "format";
  const facts: printed.Fact[] = [
    { label: "a month", parts: shown.map((weight) => `${weight.name}: ${monthly(of, weight, scenario)}`) },
    { label: "memory", parts: shown.map((weight) => `${weight.name}: ${memory(weight)}`) },
    {
      label: "instead",
      parts: verdict?.trade && changing ? [trading(of, verdict.best, verdict.trade, scenario)] : [],
    },
    { label: changing ? "loses" : "would lose", parts: lost.map(({ text }) => text) },
    { label: "note", parts: [...remarksOn(of, scenario), ...atAPrice(of, scenario)] },
    { label: "left out", parts: leftOut(excluded) },
  ];
  return facts.filter(({ parts }) => parts.length > 0);
}

function monthly({ board }: BoardCase, weight: BoardWeight, scenario: Scenario): string {
  const months = batteryMonths(weight, scenario);
  return [
    `${about(Math.round(inAMonth(weight.bytes, scenario)))} on the wire`,
    `${units.count(inAMonth(weight.count, scenario))} ${board.unit}`,
    ...(isPriced(scenario) ? [units.energy(inAMonth(energy(weight, scenario), scenario))] : []),
    ...(months === null ? [] : [`the battery lasts ${significant(months)} months if it does nothing else`]),
  ].join(", ");
}

function memory({ flash, ram }: BoardWeight): string {
  const known = (bytes: number | null) => (bytes === null ? "not known" : `${size(bytes)} bytes`);
  return `flash ${known(flash)}, RAM ${known(ram)}`;
}

/** Return what a reader has to know of the baseline and of what was asked. */
function remarksOn({ contest, board }: BoardCase, scenario: Scenario): string[] {
  if (!contest) return [];
  const { energy_j_per_byte: byte, energy_j_per_million: million } = scenario;
  const lost = lossesOf(contest.baseline.candidate);
  return [
    ...(lost.length > 0 ? [`${contest.baseline.name} itself loses ${lost.join(", ")}`] : []),
    ...(byte === null && million === null
      ? [
          `without the prices of energy, a change has to take less of bytes or ${board.unit}, and hardly more of the other`,
        ]
      : []),
    ...(byte === null && million !== null ? ["bytes on the wire count as no energy: tell --energy-per-byte"] : []),
    ...(byte !== null && million === null ? [`${board.unit} count as no energy: tell --energy-per-million`] : []),
  ];
}

/** Name the best codec that concedes something, where it is not advised for that alone. */
function atAPrice({ contest, verdict }: BoardCase, scenario: Scenario): string[] {
  if (!contest || !verdict) return [];
  const { baseline, conceding, asked } = contest;
  const { best } = verdict;
  const [other] = ordered(
    [...conceding].filter((weight) => asked.has(weight)),
    scenario,
  );
  if (!other || other === best || compare(baseline, other, scenario) !== "less") return [];
  if (compare(best, other, scenario) !== "little") return [];
  const prices = pricesOf(baseline.candidate, other.candidate);
  return [
    `${other.name} takes still less, but ${prices.join(" and ")}: for that it would have to take ` +
      `${units.percent(scenario.threshold)} less than ${best.name}`,
  ];
}

/** Say what was asked about boards. */
export function askedOfBoards(scenario: Scenario): string {
  const { energy_j_per_byte: byte, energy_j_per_million: million, battery_j: battery } = scenario;
  const { free_flash_bytes: flash, free_ram_bytes: ram } = scenario;
  const does = scenario.on_board === "both" ? "encoded and decoded" : `${scenario.on_board}d`;
  const parts = [
    `${units.rate(scenario.messages_per_s)} ${does}`,
    ...(byte === null ? [] : [`${units.energy(byte)} a byte`]),
    ...(million === null ? [] : [`${units.energy(million)} a million instructions or cycles`]),
    ...(battery === null ? [] : [`a battery of ${units.energy(battery)}`]),
    ...(flash === null ? [] : [`${about(flash)} of flash`]),
    ...(ram === null ? [] : [`${about(ram)} of RAM`]),
  ];
  const what = isPriced(scenario) ? "energy" : "bytes, and instructions or cycles";
  return `On boards: ${parts.join(", ")}. What counts there is ${what}, from ${units.percent(scenario.threshold)} on.`;
}
