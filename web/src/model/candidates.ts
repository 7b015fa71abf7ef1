/** What can be chosen: a codec of a language that both encodes and decodes a payload. */
import { groupBy, participantOf } from "../data/cells";
import type { Cell, CompressionTime, PayloadInfo, RunDocument, SizeRecord } from "../data/document";
import { codecName } from "./figures";

/** Policies that ask something of a codec's user, by what they are about. */
const CONCESSIONS = { buffers: "reuse", strings: "borrowed", utf8: "unchecked" } as const;
export type Policy = keyof typeof CONCESSIONS;

/** How an application holds documents: as trees of values, or as types of its own. */
export type Held = "trees" | "types";

const OPERATIONS: Readonly<Record<Held, readonly [encode: Cell["operation"], decode: Cell["operation"]]>> = {
  trees: ["encode", "decode"],
  types: ["encode-typed", "decode-typed"],
};

/** A codec of one participant on one payload, with the two cells that it is made of. */
export interface Candidate {
  /** the codec with its variant */
  name: string;
  format: string;
  /** its cell that encodes; of the plain codec, where the variant has none */
  encode: Cell;
  /** its cell that decodes; likewise */
  decode: Cell;
  /** how many messages one pass over the payload is */
  documents: number;
  /** what compressing a pass costs in its format, by compressor */
  compression: readonly CompressionTime[];
  /** what compressors make of its format's reference encoding; undefined where the run does not know */
  sizes: SizeRecord | undefined;
}

/** What encoding or decoding loses, by name. */
export function lossesOf({ encode, decode }: Candidate): string[] {
  return [...new Set([...encode.losses, ...decode.losses])];
}

/** The cells that are its own, and not borrowed from the plain codec. */
export function ownCells({ name, encode, decode }: Candidate): Cell[] {
  return [encode, decode].filter((cell) => codecName(cell) === name);
}

export function isExact({ encode, decode }: Candidate): boolean {
  return encode.fidelity === "exact" && decode.fidelity === "exact";
}

export function isSettled({ encode, decode }: Candidate): boolean {
  return encode.settled && decode.settled;
}

/** Whether it encodes the library's own tree, which an application would have to build first. */
export function isPrebuilt({ encode }: Candidate): boolean {
  return encode.policies["starts_from"] === "library";
}

/** Tell whether it reuses buffers, gives strings that die with its input, or checks no UTF-8. */
export function concedes({ encode, decode }: Candidate, policy: Policy): boolean {
  const cells = policy === "strings" ? [decode] : [encode, decode];
  return cells.some((cell) => cell.policies[policy] === CONCESSIONS[policy]);
}

/** Return what another codec concedes and the baseline does not. */
export function concessions(baseline: Candidate, other: Candidate): Policy[] {
  const policies = Object.keys(CONCESSIONS) as Policy[];
  return policies.filter((policy) => concedes(other, policy) && !concedes(baseline, policy));
}

/** What a participant can choose from for a payload that is held in one way, in the order of the run. */
export interface Choice {
  participant: string;
  held: Held;
  candidates: Candidate[];
}

/** Return what a participant can choose from for a payload: as trees, or where it has weighed none, as types. */
export function candidatesOf(document: RunDocument, payload: PayloadInfo, participant: string): Candidate[] {
  const cells = document.cells.filter(
    (cell) => cell.payload === payload.payload && participantOf(cell) === participant,
  );
  const trees = among(cells, payload, "trees");
  return trees.length > 0 ? trees : among(cells, payload, "types");
}

/** Return what each participant that has weighed a payload can choose from for it, as trees and as types. */
export function choicesFor(document: RunDocument, payload: PayloadInfo): Choice[] {
  const own = document.cells.filter((cell) => cell.payload === payload.payload);
  return [...groupBy(own, participantOf)].flatMap(([participant, cells]) => {
    const found = (["trees", "types"] as const).map((held) => ({
      participant,
      held,
      candidates: among(cells, payload, held),
    }));
    const there = found.filter(({ candidates }) => candidates.length > 0);
    // That there is nothing to choose from is said once.
    return there.length > 0 ? there : found.slice(0, 1);
  });
}

function among(cells: readonly Cell[], payload: PayloadInfo, held: Held): Candidate[] {
  const codecs = new Map(cells.map((cell) => [JSON.stringify([cell.codec, cell.variant, cell.format]), cell] as const));
  return [...codecs.values()].flatMap(({ codec, variant, format }) => {
    const own = cells.filter((cell) => cell.codec === codec && cell.format === format);
    const [encode, decode] = OPERATIONS[held].map((operation) => cellOf(own, variant, operation));
    // It only scans, or has but one half.
    if (!encode || !decode || (encode.variant !== variant && decode.variant !== variant)) return [];
    const name = codecName({ codec, variant });
    const compression = payload.compression.filter((time) => time.format === format);
    const sizes = payload.sizes.find((size) => size.format === format);
    return [{ name, format, encode, decode, documents: payload.documents, compression, sizes }];
  });
}

function cellOf(cells: readonly Cell[], variant: string | null, operation: string): Cell | undefined {
  const able = cells.filter((cell) => cell.operation === operation);
  return able.find((cell) => cell.variant === variant) ?? able.find((cell) => cell.variant === null);
}

/** Return what a participant uses today: the codec of this name, otherwise the one that the run compares with. */
export function baselineOf(candidates: readonly Candidate[], wanted: string | null): Candidate | null {
  const own = comparedWith(candidates);
  const named = candidates.filter((candidate) => wanted === candidate.name || wanted === candidate.encode.codec);
  const exactly = named.find((candidate) => candidate.name === wanted);
  if (exactly) return exactly;
  return own && named.includes(own) ? own : (named[0] ?? own);
}

function comparedWith(candidates: readonly Candidate[]): Candidate | null {
  const byName = new Map(
    candidates.map((candidate) => [`${participantOf(candidate.encode)}/${candidate.name}`, candidate]),
  );
  for (const { encode, decode } of candidates) {
    for (const { relative } of [encode, decode]) {
      const other = relative && byName.get(relative.to);
      if (other) return other;
    }
  }
  return null;
}
