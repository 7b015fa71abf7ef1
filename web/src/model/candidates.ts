/** What can be chosen: a codec of a language that both encodes and decodes a payload. */
import { groupBy, participantOf } from "../data/cells";
import type { Cell, CompressionTime, CountedCell, PayloadInfo, RunDocument, SizeRecord } from "../data/document";
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

/** A row, whether it was timed or counted. */
export type AnyCell = Cell | CountedCell;

/** A codec of one participant on one payload, beside its numbers. */
export interface Described<Row extends AnyCell = AnyCell> {
  /** the codec with its variant */
  name: string;
  format: string;
  /** what it is made of; of the plain codec, where the variant has none */
  rows: readonly [Row, ...Row[]];
}

/** A codec with the two cells that it is made of. */
export interface Candidate extends Described {
  encode: Cell;
  decode: Cell;
  /** how many messages one pass over the payload is */
  documents: number;
  /** what compressing a pass costs in its format, by compressor */
  compression: readonly CompressionTime[];
  /** what compressors make of its format's reference encoding; undefined where the run does not know */
  sizes: SizeRecord | undefined;
}

/** What encoding or decoding loses, by name. */
export function lossesOf({ rows }: Described): string[] {
  return [...new Set(rows.flatMap(({ losses }) => losses))];
}

/** The cells that are its own, and not borrowed from the plain codec. */
export function ownCells({ name, rows }: Described): AnyCell[] {
  return rows.filter((cell) => codecName(cell) === name);
}

export function isExact({ rows }: Described): boolean {
  return rows.every(({ fidelity }) => fidelity === "exact");
}

export function isSettled({ encode, decode }: Candidate): boolean {
  return encode.settled && decode.settled;
}

/** Whether it encodes the library's own tree, which an application would have to build first. */
export function isPrebuilt({ rows }: Described): boolean {
  return rows.some(({ operation, policies }) => isEncode(operation) && policies["starts_from"] === "library");
}

function isEncode(operation: Cell["operation"]): boolean {
  return operation.startsWith("encode");
}

/** Tell whether it reuses buffers, gives strings that die with its input, or checks no UTF-8. */
export function concedes({ rows }: Described, policy: Policy): boolean {
  const cells = policy === "strings" ? rows.filter(({ operation }) => !isEncode(operation)) : rows;
  return cells.some((cell) => cell.policies[policy] === CONCESSIONS[policy]);
}

/** Return what another codec concedes and the baseline does not. */
export function concessions(baseline: Described, other: Described): Policy[] {
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
  return able(cells, OPERATIONS[held]).flatMap(({ name, format, rows }) => {
    const [encode, decode] = rows;
    if (!encode || !decode) return [];
    const compression = payload.compression.filter((time) => time.format === format);
    const sizes = payload.sizes.find((size) => size.format === format);
    return [{ name, format, rows, encode, decode, documents: payload.documents, compression, sizes }];
  });
}

/** Return the codecs that have a row for each of some operations, with these rows. */
export function able<Row extends AnyCell>(
  cells: readonly Row[],
  operations: readonly Cell["operation"][],
): Described<Row>[] {
  const codecs = new Map(cells.map((cell) => [JSON.stringify([cell.codec, cell.variant, cell.format]), cell] as const));
  return [...codecs.values()].flatMap(({ codec, variant, format }) => {
    const own = cells.filter((cell) => cell.codec === codec && cell.format === format);
    const [first, ...others] = operations.flatMap((operation) => cellOf(own, variant, operation) ?? []);
    // It only scans, or has but one half, or both are another variant's.
    if (!first || others.length + 1 < operations.length) return [];
    if ([first, ...others].every((cell) => cell.variant !== variant)) return [];
    return [{ name: codecName({ codec, variant }), format, rows: [first, ...others] }];
  });
}

function cellOf<Row extends AnyCell>(
  cells: readonly Row[],
  variant: string | null,
  operation: string,
): Row | undefined {
  const able = cells.filter((cell) => cell.operation === operation);
  return able.find((cell) => cell.variant === variant) ?? able.find((cell) => cell.variant === null);
}

/** Return what a participant uses today: the codec of this name, otherwise the one that the run compares with. */
export function baselineOf<Own extends Described>(candidates: readonly Own[], wanted: string | null): Own | null {
  const own = comparedWith(candidates);
  const named = candidates.filter((candidate) => wanted === candidate.name || wanted === candidate.rows[0].codec);
  const exactly = named.find((candidate) => candidate.name === wanted);
  if (exactly) return exactly;
  return own && named.includes(own) ? own : (named[0] ?? own);
}

function comparedWith<Own extends Described>(candidates: readonly Own[]): Own | null {
  const byName = new Map(
    candidates.map((candidate) => [`${participantOf(candidate.rows[0])}/${candidate.name}`, candidate]),
  );
  for (const { rows } of candidates) {
    for (const { relative } of rows) {
      const other = relative && byName.get(relative.to);
      if (other) return other;
    }
  }
  return null;
}
