/** Codecs of any runners beside each other, each number with its ratio to the first's. */
import { badgesOf, distinct, type Badge } from "../data/badges";
import { participantOf, OPERATIONS, payloadsOf, qualifiedName, titlesOf } from "../data/cells";
import type { Cell, Interval, PayloadInfo, RunDocument } from "../data/document";
import { rebased, relativeTo, timeText } from "../data/measures";
import { scoresOf } from "../data/score";
import { candidatesOf, type Candidate } from "../model/candidates";
import { codecName, duration, margin, significant, size } from "../model/figures";
import { isSaturated, total, weigh, type Term, type Weight } from "../model/model";
import type { Scenario } from "../model/scenario";
import * as units from "../model/units";

/** A codec that is compared, with all its rows on a payload. */
export interface Compared {
  /** as `compare` in the URL: participant/codec */
  name: string;
  codec: string;
  runner: string;
  cells: readonly Cell[];
  candidate: Candidate | null;
  badges: readonly Badge[];
}

/** What one codec has in a line; without a ratio, where it is the first, or one of the two is not known. */
export interface Entry {
  text: string;
  ratio: Interval | null;
}

export interface Line {
  label: string;
  /** in the order of the codecs; null where a codec has none */
  entries: readonly (Entry | null)[];
}

/** Return the codecs of these names; those that the run has not measured on the payload are left out. */
export function comparedOf(document: RunDocument, payload: PayloadInfo, names: readonly string[]): Compared[] {
  const titles = titlesOf(document);
  const measured = document.cells.filter((cell) => cell.payload === payload.payload);
  return names.flatMap((name): Compared[] => {
    const cells = measured.filter((cell) => qualifiedName(cell) === name);
    const [cell] = cells;
    if (!cell) return [];
    const participant = participantOf(cell);
    const codec = codecName(cell);
    const candidate = candidatesOf(document, payload, participant).find((one) => one.name === codec) ?? null;
    const badges = distinct(cells.flatMap((each) => badgesOf(each, document)));
    return [{ name, codec, runner: titles.get(participant) ?? participant, cells, candidate, badges }];
  });
}

/** Return what is known of codecs, a line for each number. */
export function linesOf(document: RunDocument, compared: readonly Compared[], scenario: Scenario): Line[] {
  const [first] = compared;
  if (!first) return [];
  const cellOf = ({ cells }: Compared, operation: string) => cells.find((cell) => cell.operation === operation);
  const times = OPERATIONS.map((operation): Line => {
    const base = cellOf(first, operation);
    return {
      label: `${operation}, net time of a pass`,
      entries: compared.map((one) => {
        const cell = cellOf(one, operation);
        if (!cell) return null;
        const ratio = base && one !== first ? relativeTo(cell, base, "net") : null;
        return { text: timeText(cell, "net"), ratio };
      }),
    };
  });
  const weights = compared.map(({ candidate }) => candidate && weigh(candidate, scenario.compressor));
  const counted = (label: string, of: (one: Compared) => number | null | undefined) =>
    lineOf(label, compared.map(of), size, exactly);
  const anyCell = ({ cells }: Compared) => cells.find((cell) => cell.operation === "encode") ?? cells[0];
  const lines = [
    ...times,
    ...meansOf(document, compared),
    lineOf(
      "a message, end to end",
      weights,
      (weight) => totalText(weight, scenario),
      (weight) => total(weight, scenario),
    ),
    lineOf(
      "a message’s processor time",
      weights,
      ({ processor }) => units.time(processor),
      ({ processor }) => processor,
    ),
    counted("bytes", (one) => anyCell(one)?.bytes),
    counted("bytes after gzip -6", (one) => anyCell(one)?.compressed_bytes?.["gzip"]),
    counted("bytes after zstd -3", (one) => anyCell(one)?.compressed_bytes?.["zstd"]),
    counted("bytes allocated to encode", (one) => rounded(cellOf(one, "encode")?.allocated_bytes)),
    counted("bytes allocated to decode", (one) => rounded(cellOf(one, "decode")?.allocated_bytes)),
    lineOf(
      "first call to decode",
      compared.map((one) => cellOf(one, "decode")?.first_call_ns),
      duration,
      exactly,
    ),
  ];
  return lines.filter(({ entries }) => entries.some((entry) => entry !== null));
}

/** How codecs do over all payloads that they share with the first: the geometric means of their ratios to it. */
function meansOf(document: RunDocument, compared: readonly Compared[]): Line[] {
  const [first] = compared;
  const payloads = payloadsOf(document).length;
  if (!first || payloads < 2) return [];
  return OPERATIONS.map((operation): Line => {
    const names = compared.map(({ name }) => name);
    const cells = document.cells.filter((cell) => cell.operation === operation && names.includes(qualifiedName(cell)));
    const scores = scoresOf(rebased(document, cells, first.name, "net"));
    return {
      label: `${operation}, mean over ${payloads} payloads`,
      entries: names.map((name, at) => {
        const score = scores.get(name);
        return score?.payloads === payloads ? { text: "", ratio: at > 0 ? score.mean : null } : null;
      }),
    };
  }).filter(({ entries }) => entries.some((entry) => entry?.ratio));
}

const rounded = (number: number | null | undefined) => (number == null ? number : Math.round(number));
const exactly = (estimate: number): Term => ({ estimate, half: 0 });

function totalText(weight: Weight, scenario: Scenario): string {
  return isSaturated(weight, scenario) ? "does not fit" : units.time(total(weight, scenario));
}

function lineOf<T>(
  label: string,
  values: readonly (T | null | undefined)[],
  write: (value: T) => string,
  measure: (value: T) => Term,
): Line {
  const base = values[0] == null ? null : measure(values[0]);
  return {
    label,
    entries: values.map((value, at) => {
      if (value == null) return null;
      return { text: write(value), ratio: base && at > 0 ? ratioOf(measure(value), base) : null };
    }),
  };
}

/** How many times another term one is; both errors count in full. Nothing where they are the same. */
function ratioOf(term: Term, base: Term): Interval | null {
  if (base.estimate <= 0 || term.estimate === base.estimate) return null;
  const estimate = term.estimate / base.estimate;
  if (term.half === null || base.half === null) return { estimate, low: null, high: null };
  const share = Math.hypot(term.half / term.estimate || 0, base.half / base.estimate);
  return { estimate, low: estimate * (1 - share), high: estimate * (1 + share) };
}

/** Whether a ratio is below 1 or above beyond doubt; null where that may be noise. */
export function isLess({ low, high }: Interval): boolean | null {
  if (low === null || high === null || (low <= 1 && high >= 1)) return null;
  return high < 1;
}

export function ratioText(ratio: Interval): string {
  const exact = ratio.low === ratio.high;
  return `${significant(ratio.estimate)}×${exact ? "" : ` ${margin(ratio)}`}`;
}
