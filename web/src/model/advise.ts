/** Advice on a run, as `weighbridge advise` prints it. */
import type * as printed from "../data/advice";
import { boardPayloadsOf, boardsOf, countedOf } from "../data/boards";
import { participantOf, titlesOf } from "../data/cells";
import type { RunDocument } from "../data/document";
import { lossesBy, remarksOn, talkedAbout } from "./advice";
import { adviceOn as adviceOnBoard, askedOfBoards } from "./boards/advice";
import { comparisonsOf } from "./approaches";
import { baselineOf, choicesFor, isSettled, lossesOf, ownCells, type Candidate, type Held } from "./candidates";
import { consider, type Case } from "./case";
import { weightsOf, type Contest } from "./contest";
import { envelope } from "./crossover";
import { asked, assumed, factsOf } from "./facts";
import { closeCallsOf, flipsOf, paybackRate, type Flips } from "./flips";
import * as model from "./model";
import type { Term, Weight } from "./model";
import type { Scenario } from "./scenario";
import { further, headline, moreSeconds, sentence } from "./sentences";
import { ordered, paybackMonths, type Answer } from "./verdict";

const TYPES = " (types)";

/** What is printed, but for what is to be known of the run itself. */
export type Advised = Omit<printed.AdviceDocument, "scenario" | "cautions"> & { scenario: Scenario };

/**
 * Advise for every payload and participant of a run.
 *
 * @param chosen the numbers of the cells that may be advised, beside what is used today; null for all
 */
export function advise(document: RunDocument, scenario: Scenario, chosen: readonly number[] | null = null): Advised {
  const numbers = chosen && new Set(chosen);
  const isChosen = (candidate: Candidate) => !numbers || ownCells(candidate).some(({ cell }) => numbers.has(cell));
  const places = new Set(
    document.cells
      .filter(({ cell }) => !numbers || numbers.has(cell))
      .map((cell) => `${participantOf(cell)} ${cell.payload}`),
  );
  const cases = document.run.payloads.flatMap((payload) =>
    choicesFor(document, payload)
      .filter(({ participant }) => places.has(`${participant} ${payload.payload}`))
      .map(({ participant, held, candidates }) => {
        const today = baselineOf(candidates, scenario.baseline);
        const kept = candidates.filter((candidate) => candidate === today || isChosen(candidate));
        return { held, of: consider(document, payload, participant, kept, scenario) };
      }),
  );
  const counted = countedOf(document).filter(({ cell }) => !numbers || numbers.has(cell));
  const boards = boardsOf(document).filter(
    ({ participant }) => !numbers || counted.some((cell) => participantOf(cell) === participant),
  );
  return {
    run: document.run.run,
    scenario,
    asked: [
      ...(places.size > 0 ? [asked(scenario)] : []),
      ...(boards.length > 0 ? [askedOfBoards(scenario)] : []),
    ].join(" "),
    assumed: assumed(scenario),
    advice: cases.map(({ held, of }) => adviceOn(document, held, of, scenario)),
    boards: boardPayloadsOf(document)
      .filter(({ payload }) => !numbers || counted.some((cell) => cell.payload === payload))
      .flatMap((payload) => boards.map((board) => adviceOnBoard(document, payload, board, scenario, numbers))),
    approaches: document.run.payloads.flatMap((payload) =>
      comparisonsOf(document, payload, isChosen, scenario).map(({ runner, title, approaches }) => {
        const [today] = approaches;
        return {
          payload: payload.payload,
          runner,
          title,
          approaches: approaches.map(({ name, weight }) => ({
            name,
            codec: weighed(weight, scenario),
            less_ns: today ? interval(model.savedTime(model.difference(today.weight, weight), scenario)) : null,
          })),
        };
      }),
    ),
  };
}

function adviceOn(document: RunDocument, held: Held, of: Case, scenario: Scenario): printed.Advice {
  const language = document.cells.find((cell) => participantOf(cell) === of.participant)?.language ?? of.participant;
  const { contest, verdict, obstacle } = of;
  const target = talkedAbout(of);
  const found = {
    flips: flipsOf(of, document, scenario),
    close: closeCallsOf(of, document, scenario),
    losses: lossesBy(of, document),
    remarks: remarksOn(of, document, scenario),
  };
  return {
    payload: of.payload.payload,
    language,
    participant: of.participant,
    held,
    title: titleOf(titlesOf(document).get(of.participant) ?? language, held),
    kind: verdict?.kind ?? "none",
    obstacle,
    headline: headline(of, document, scenario),
    sentence: sentence(of, document, scenario),
    further: further(of, document, scenario),
    more_s: moreSeconds(of, document),
    close: found.close,
    facts: factsOf(of, found, scenario),
    baseline: contest && weighed(contest.baseline, scenario),
    best: verdict && obstacle === null ? weighed(verdict.best, scenario) : null,
    savings: contest && target && savings(contest, target, scenario),
    other_library: verdict && answered(verdict.library),
    other_format: verdict && answered(verdict.format),
    flips: contest && verdict && printedFlips(found.flips, contest, target ?? verdict.best, scenario),
    losses: found.losses,
    remarks: found.remarks,
    candidates: contest ? ordered(weightsOf(contest), scenario).map((weight) => weighed(weight, scenario)) : [],
    excluded: [...(contest?.excluded ?? [])].map(([codec, { reasons }]) => ({
      codec,
      reasons: [...new Set(reasons.map(({ text }) => text))],
    })),
  };
}

/** A runner that is built for types says so itself. */
function titleOf(title: string, held: Held): string {
  return held === "trees" || title.endsWith(TYPES) ? title : title + TYPES;
}

function weighed(weight: Weight, scenario: Scenario): printed.WeighedCodec {
  const { library, library_version } = weight.candidate.encode;
  return {
    codec: weight.name,
    format: weight.format,
    library,
    library_version,
    total_ns: interval(model.total(weight, scenario)),
    wait_ns: model.waitNs(weight, scenario),
    messages_per_batch: weight.batch,
    encode_ns: interval(weight.encode),
    compress_ns: interval(weight.compress),
    transfer_ns: model.transferNs(weight.bytes, scenario.bandwidth_bits_per_s),
    decompress_ns: interval(weight.decompress),
    decode_ns: interval(weight.decode),
    bytes_per_message: weight.bytes,
    cores: interval(model.cores(weight.processor, scenario)),
    money_per_month: interval(model.money(weight.processor, weight.bytes, scenario)),
    link_load: model.load(weight, scenario),
    saturating_messages_per_s: model.saturatingRate(weight, scenario),
    settled: isSettled(weight.candidate),
    losses: lossesOf(weight.candidate),
  };
}

function savings(contest: Contest, other: Weight, scenario: Scenario): printed.Savings {
  const less = contest.less(contest.baseline, other);
  const time = model.savedTime(less, scenario);
  return {
    codec: other.name,
    total_ns: interval(time),
    total_share: time.estimate / model.total(contest.baseline, scenario).estimate,
    bytes_per_message: less.bytes,
    cores: interval(model.savedCores(less, scenario)),
    money_per_month: interval(model.savedMoney(less, scenario)),
    payback_months: paybackMonths(less, scenario),
  };
}

function printedFlips(flips: Flips, contest: Contest, target: Weight, scenario: Scenario): printed.Flips {
  return {
    best_by_bandwidth: envelope(weightsOf(contest)).map(({ fromBitsPerS, toBitsPerS, best }) => ({
      from_bits_per_s: fromBitsPerS,
      to_bits_per_s: toBitsPerS,
      codec: best.name,
    })),
    verdict_by_bandwidth: flips.byBandwidth.map(({ from, to, held }) => ({
      from_bits_per_s: from,
      to_bits_per_s: to,
      kind: held.kind,
      codec: held.best.name,
    })),
    verdict_by_rate: flips.byRate.map(({ from, to, held }) => ({
      from_messages_per_s: from,
      to_messages_per_s: to,
      kind: held.kind,
      codec: held.best.name,
    })),
    verdict_by_compressor: flips.byCompressor.map(([compressor, { verdict, obstacle }]) => ({
      compressor,
      kind: verdict?.kind ?? null,
      codec: verdict?.best.name ?? null,
      obstacle,
    })),
    baseline_saturates_at_messages_per_s: model.saturatingRate(contest.baseline, scenario),
    best_saturates_at_messages_per_s: model.saturatingRate(target, scenario),
    pays_back_from_messages_per_s: paybackRate(contest.less(contest.baseline, target), scenario),
  };
}

function answered({ reference, challenger, outcome, by }: Answer): printed.Answered {
  return { reference: reference.name, challenger: challenger?.name ?? null, outcome, by };
}

function interval({ estimate, half }: Term): printed.Interval {
  return half === null
    ? { estimate, low: null, high: null }
    : { estimate, low: estimate - half, high: estimate + half };
}
