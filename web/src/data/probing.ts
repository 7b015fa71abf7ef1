/** What probes and test vectors told of codecs: for each codec, what becomes of each probe, and what it gets wrong. */
import { groupBy, participantOf } from "./cells";
import type { Cell, ConformingCodec, Probe, ProbedCodec, RunDocument } from "./document";
import { codecName } from "../model/figures";

export type Outcome = ProbedCodec["probes"][number]["outcome"];

/** From what is best to what is worst; `impossible` is what the format cannot hold. */
const OUTCOMES: readonly Outcome[] = [
  "impossible",
  "exact",
  "lossy",
  "declined",
  "refused",
  "wrong",
  "crashed",
  "hung",
];

/** A codec of a participant, with what was found of its operations. */
export interface ProbedRow {
  participant: string;
  codec: string;
  format: string;
  version: string;
  probed: readonly ProbedCodec[];
  conforming: readonly ConformingCodec[];
  /** the share of its format's vectors that its worst decoder treats right; null where there are none */
  share: number | null;
}

/** What became of a probe in all operations of a codec: the worst of it, and all of it in words. */
export interface Fate {
  outcome: Outcome;
  words: string;
}

/** Return the codecs of these cells of which something was found, by participant in the order given, then by name. */
export function probedRows(
  document: RunDocument,
  participants: readonly string[],
  cells: readonly Cell[],
): ProbedRow[] {
  const wanted = new Set(cells.map(nameOf));
  const found = [...(document.matrix?.codecs ?? []), ...(document.conformance?.codecs ?? [])];
  const own = groupBy(
    found.filter((one) => wanted.has(nameOf(one))),
    nameOf,
  );
  const rows = [...own.values()].map((all): ProbedRow => {
    const [first] = all as [ProbedCodec | ConformingCodec];
    const conforming = all.filter((one): one is ConformingCodec => "faults" in one);
    const shares = conforming.filter(({ tried }) => tried > 0).map(({ right, tried }) => right / tried);
    return {
      participant: participantOf(first),
      codec: codecName(first),
      format: first.format,
      version: first.library_version,
      probed: all.filter((one): one is ProbedCodec => "probes" in one),
      conforming,
      share: shares.length > 0 ? Math.min(...shares) : null,
    };
  });
  return rows.sort(
    (a, b) =>
      participants.indexOf(a.participant) - participants.indexOf(b.participant) || a.codec.localeCompare(b.codec),
  );
}

function nameOf(codec: Pick<Cell, "runner" | "target" | "codec" | "variant">): string {
  return `${participantOf(codec)} ${codecName(codec)}`;
}

/** Return what became of each probe in a codec. */
export function fatesOf({ probed }: ProbedRow): ReadonlyMap<string, Fate> {
  const all = probed.flatMap(({ operation, probes }) => probes.map((one) => ({ operation, ...one })));
  return new Map(
    [...groupBy(all, ({ probe }) => probe)].map(([probe, own]) => {
      const outcome = own.map((one) => one.outcome).reduce(worse);
      const words = own.map((one) => `${one.operation}: ${one.losses.join(", ") || WORDS[one.outcome]}`);
      return [probe, { outcome, words: [...new Set(words)].join("; ") }];
    }),
  );
}

function worse(one: Outcome, other: Outcome): Outcome {
  return OUTCOMES.indexOf(one) > OUTCOMES.indexOf(other) ? one : other;
}

/** What an outcome is called. */
export const WORDS: Readonly<Record<Outcome, string>> = {
  exact: "exact",
  lossy: "a loss",
  declined: "declines",
  refused: "refuses",
  wrong: "mangles",
  crashed: "crashes",
  hung: "hangs",
  impossible: "not in the format",
};

/** Whether nothing became of a probe: it came back, or the format has no such thing. */
export function isExact(outcome: Outcome): boolean {
  return outcome === "exact" || outcome === "impossible";
}

/** What people call a probe. */
export function probeName(probe: string): string {
  return probe.replace(/^edges-/, "");
}

/** Part the probes by whether anything but exactness comes of them in some row. */
export function telling(
  probes: readonly Probe[],
  fates: readonly ReadonlyMap<string, Fate>[],
): { telling: Probe[]; exact: Probe[] } {
  const isDull = ({ probe }: Probe) => fates.every((own) => isExact(own.get(probe)?.outcome ?? "exact"));
  const tried = probes.filter(({ probe }) => fates.some((own) => own.has(probe)));
  return { telling: tried.filter((probe) => !isDull(probe)), exact: tried.filter(isDull) };
}

/** Write a share of vectors: never 100 % if one is wrong. */
export function shareText(share: number): string {
  return share === 1 ? "100 %" : `${Math.min(100 * share, 99.9).toFixed(1)} %`;
}

/** Write the beginning of a vector, which is in hexadecimal, as text; null where it is none. */
export function asText(hex: string): string | null {
  const bytes = new Uint8Array((hex.match(/../g) ?? []).map((digits) => parseInt(digits, 16)));
  const text = new TextDecoder().decode(bytes);
  return text !== "" && /^[\t\n\r\x20-\x7e\u00a0-\ufffc]+$/.test(text) ? text : null;
}

/** The commands that have a run's codecs probed, and its page made anew. */
export function commandsFor(document: RunDocument, participants: readonly string[]): string[] {
  const runners = participants.join(",");
  return [
    ...(document.matrix ? [] : [`weighbridge verify --matrix --runners ${runners}`]),
    ...(document.conformance ? [] : [`weighbridge verify --conformance --runners ${runners}`]),
    `weighbridge report ${document.run.run} --html page.html`,
  ];
}
