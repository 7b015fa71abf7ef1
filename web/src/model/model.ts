/** The cost model: what one message takes and costs with a codec, and how sure that is. See docs/cost-model.md. */
import { qualifiedName } from "../data/cells";
import type { Cell, CompressionTime, Interval, NetTime } from "../data/document";
import type { Candidate } from "./candidates";
import type { Compressor, Scenario } from "./scenario";

export const NS_PER_S = 1e9;
export const BITS_PER_BYTE = 8;
const BYTES_PER_GIGABYTE = 1e9;
const HOURS_PER_MONTH = 730;
const SECONDS_PER_HOUR = 3600;
export const SECONDS_PER_MONTH = HOURS_PER_MONTH * SECONDS_PER_HOUR;

/** A number with half the width of its 95 % interval, which is null where it is not known. */
export interface Term {
  estimate: number;
  half: number | null;
}

const NOTHING: Term = { estimate: 0, half: 0 };

/** What one message takes with a codec: processor time by part, in nanoseconds, and bytes on the wire. */
export interface Weight {
  candidate: Candidate;
  name: string;
  format: string;
  encode: Term;
  compress: Term;
  decompress: Term;
  decode: Term;
  /** processor time of both ends together */
  processor: Term;
  bytes: number;
  /** how many messages are compressed together */
  batch: number;
}

/** What one message takes less with one codec than with another: nanoseconds of processor time, bytes. */
export interface Difference {
  processor: Term;
  bytes: number;
  /** how many messages are compressed together, of both alike: a message takes as long as its batch */
  batch: number;
}

/** Return the half-width of a sum of independent terms. */
export function quadrature(...halves: (number | null)[]): number | null {
  let total = 0;
  for (const half of halves) {
    if (half === null) return null;
    total += half * half;
  }
  return Math.sqrt(total);
}

/** Return the half-width of a sum of terms that may err together: of the same processes, or known as bounds only. */
export function inFull(...halves: (number | null)[]): number | null {
  let total = 0;
  for (const half of halves) {
    if (half === null) return null;
    total += half;
  }
  return total;
}

/** Name the numbers that the run lacks to weigh a candidate, none if it has all. */
export function missing(candidate: Candidate, compressor: Compressor): string[] {
  const unsuited = unsuitedFor(candidate, compressor);
  if (unsuited !== undefined) return [`size after ${compressor} (${unsuited})`];
  const lacking = [];
  if (bytesOf(candidate.encode, compressor) === null) {
    lacking.push(compressor === "none" ? "encoded size" : `size after ${compressor}`);
  }
  if (compressor !== "none" && compressionOf(candidate, compressor) === undefined) {
    lacking.push(`times of ${compressor} for ${candidate.format}`);
  }
  return lacking;
}

/** Return what one message takes with a candidate; null if the run lacks a number for it. */
export function weigh(candidate: Candidate, compressor: Compressor): Weight | null {
  if (missing(candidate, compressor).length > 0) return null;
  const messages = candidate.documents;
  const time = compressionOf(candidate, compressor);
  const encode = perMessage(netOf(candidate.encode), messages);
  const compress = time ? perMessage(termOf(time.compress_ns), messages) : NOTHING;
  const decompress = time ? perMessage(termOf(time.decompress_ns), messages) : NOTHING;
  const decode = perMessage(netOf(candidate.decode), messages);
  const parts = [encode, compress, decompress, decode];
  return {
    candidate,
    name: candidate.name,
    format: candidate.format,
    encode,
    compress,
    decompress,
    decode,
    processor: {
      estimate: parts.reduce((sum, part) => sum + part.estimate, 0),
      half: quadrature(inFull(encode.half, decode.half), inFull(compress.half, decompress.half)),
    },
    bytes: Number(bytesOf(candidate.encode, compressor)) / messages,
    batch: candidate.sizes?.compressed[compressor]?.messages_per_batch ?? 1,
  };
}

/** Return why a compressor has no use for a candidate's payload; undefined where it has, or the run does not know. */
export function unsuitedFor({ sizes }: Candidate, compressor: Compressor): string | undefined {
  return sizes?.unsuited?.[compressor];
}

function bytesOf(cell: Cell, compressor: Compressor): number | null {
  return compressor === "none" ? cell.bytes : (cell.compressed_bytes?.[compressor] ?? null);
}

function compressionOf(candidate: Candidate, compressor: Compressor): CompressionTime | undefined {
  return candidate.compression.find((time) => time.compressor === compressor);
}

function termOf({ estimate, low, high }: Interval | NetTime): Term {
  return { estimate, half: low === null || high === null ? null : (high - low) / 2 };
}

function netOf({ net_ns: net, gross_ns: gross }: Cell): Term {
  if (!net.at_most) return termOf(net);
  if (net.high === null) return { estimate: 0, half: null };
  // Somewhere between nothing and its bound, and no more than the gross time that it is a part of.
  const bound = gross.high === null ? net.high : Math.min(net.high, gross.high);
  const estimate = Math.min(bound / 2, gross.estimate);
  return { estimate, half: bound - estimate };
}

function perMessage(term: Term, messages: number): Term {
  return { estimate: term.estimate / messages, half: term.half === null ? null : term.half / messages };
}

/** Return how long so many bytes are on the wire. */
export function transferNs(size: number, bandwidthBitsPerS: number): number {
  return ((BITS_PER_BYTE * size) / bandwidthBitsPerS) * NS_PER_S;
}

/** How many intervals between messages one waits on average until its batch is full. */
export function messagesWaitedFor({ batch }: Weight): number {
  return (batch - 1) / 2;
}

/** Return how long a message waits on average until its batch is full. */
export function waitNs(weight: Weight, scenario: Scenario): number {
  return (messagesWaitedFor(weight) / scenario.messages_per_s) * NS_PER_S;
}

/** What comes on top of every codec's time alike, in nanoseconds. */
export interface OnTop {
  wait: number;
  roundTrip: number;
  both: number;
  /** what it is, in words */
  what: string;
}

/** Return what comes on top: a message may wait for its batch, and has a way to go. */
export function onTop(weight: Weight, scenario: Scenario): OnTop {
  const wait = waitNs(weight, scenario);
  const roundTrip = scenario.rtt_s * NS_PER_S;
  return { wait, roundTrip, both: wait + roundTrip, what: wait > 0 ? "wait and round trip" : "round trip" };
}

/** Return the time of one message, with all of its batch, in ns: sent, read and acknowledged on a warm connection. */
export function total(weight: Weight, scenario: Scenario): Term {
  const { estimate, half } = savedTime(weight, scenario);
  return { estimate: estimate + onTop(weight, scenario).both, half };
}

/** Return how many cores so much processor time per message keeps busy, at both ends together. */
export function cores(processor: Term, scenario: Scenario): Term {
  return scaled(processor, scenario.messages_per_s / NS_PER_S);
}

/** Return what so much processor time and so many bytes per message cost in a month. */
export function money(processor: Term, size: number, scenario: Scenario): Term {
  const { messages_per_s: rate } = scenario;
  const half = processor.half === null ? null : rate * moneyForEach(processor.half, 0, scenario);
  return { estimate: rate * moneyForEach(processor.estimate, size, scenario), half };
}

/** Return what so much processor time and so many bytes cost in a month at one message a second. */
export function moneyForEach(processorNs: number, size: number, scenario: Scenario): number {
  const coreHours = (processorNs / NS_PER_S) * HOURS_PER_MONTH;
  const gigabytes = (size * SECONDS_PER_MONTH) / BYTES_PER_GIGABYTE;
  return coreHours * scenario.cpu_price_per_core_hour + gigabytes * scenario.egress_price_per_gigabyte;
}

function scaled(term: Term, factor: number): Term {
  return { estimate: term.estimate * factor, half: term.half === null ? null : term.half * factor };
}

/** Return the share of the link that the messages take; from 1 on they queue without end. */
export function load(weight: Weight, scenario: Scenario): number {
  return (scenario.messages_per_s * BITS_PER_BYTE * weight.bytes) / scenario.bandwidth_bits_per_s;
}

/** Tell whether the messages do not fit through the link. */
export function isSaturated(weight: Weight, scenario: Scenario): boolean {
  return load(weight, scenario) >= 1;
}

/** Return the messages per second from which on the link is saturated. */
export function saturatingRate(weight: Weight, scenario: Scenario): number {
  return scenario.bandwidth_bits_per_s / (BITS_PER_BYTE * weight.bytes);
}

/**
 * Return what `other` takes less than `reference`, with the error of the difference.
 *
 * Times that were paired in the run have a smaller error than the difference of two independent ones, times of the same
 * cell have none; so have the compression's, where both are of one format.
 */
export function difference(reference: Weight, other: Weight): Difference {
  const codecs = inFull(
    halfOfDifference(reference.encode, other.encode, reference.candidate.encode, other.candidate.encode),
    halfOfDifference(reference.decode, other.decode, reference.candidate.decode, other.candidate.decode),
  );
  const sameFormat = reference.format === other.format;
  const compression = [reference, other].map((weight) => inFull(weight.compress.half, weight.decompress.half));
  const half = quadrature(codecs, sameFormat ? 0 : quadrature(...compression));
  return {
    processor: { estimate: reference.processor.estimate - other.processor.estimate, half },
    bytes: reference.bytes - other.bytes,
    batch: reference.batch,
  };
}

function halfOfDifference(reference: Term, other: Term, referenceCell: Cell, cell: Cell): number | null {
  if (referenceCell.cell === cell.cell) return 0;
  const ratio = cell.relative;
  const paired =
    ratio !== null &&
    ratio.to === qualifiedName(referenceCell) &&
    !(cell.net_ns.at_most || referenceCell.net_ns.at_most);
  if (!paired || ratio.low === null || ratio.high === null || reference.half === null) {
    return quadrature(reference.half, other.half);
  }
  // reference − other = reference × (1 − ratio)
  const ofRatio = (ratio.high - ratio.low) / 2;
  return quadrature(reference.estimate * ofRatio, (1 - ratio.estimate) * reference.half);
}

/** Return what one message takes less, with all of its batch, in nanoseconds; sizes and the link are known exactly. */
export function savedTime(less: Difference, scenario: Scenario): Term {
  const transfer = transferNs(less.bytes, scenario.bandwidth_bits_per_s);
  return scaled({ estimate: less.processor.estimate + transfer, half: less.processor.half }, less.batch);
}

/** Return how many cores fewer are busy. */
export function savedCores(less: Difference, scenario: Scenario): Term {
  return cores(less.processor, scenario);
}

/** Return what is not paid in a month. */
export function savedMoney(less: Difference, scenario: Scenario): Term {
  return money(less.processor, less.bytes, scenario);
}
