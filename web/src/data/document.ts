/* Written by `npm run types` from docs/schemas/run.json. */

/**
 * What ``run --json``, ``report --format json`` and ``export`` give.
 */
export interface RunDocument {
  run: RunInfo;
  environment: {
    [k: string]: unknown;
  };
  formats: FormatInfo[];
  cells: Cell[];
  floors?: Floor[];
  trees_and_types?: TreesAndTypes[];
  sweeps?: Sweep[];
  failures: Failure[];
}
/**
 * The run itself: when, with which settings, how it ended, and whether its own A/A test passed.
 */
export interface RunInfo {
  run: string;
  started: string;
  finished: string | null;
  status: "running" | "interrupted" | "complete";
  version: string;
  settings: {
    [k: string]: unknown;
  };
  measured_s: number;
  quietness: Quietness;
  spent: Spent[];
  self_check: SelfCheck;
  payloads: PayloadInfo[];
}
/**
 * What the tuning fork beside every batch told of the machine.
 */
export interface Quietness {
  /**
   * what it takes on this machine when nobody shares the processor
   */
  quiet_ns: number | null;
  /**
   * the share of batches that were timed then; null where no fork told
   */
  quiet_share: number | null;
  /**
   * how far above quiet the estimates' batches were on average, as a share: what had to be corrected
   */
  corrected: number | null;
  moments: Moment[];
}
/**
 * How high the tuning fork's pitch was about some time, in multiples of the quiet pitch.
 */
export interface Moment {
  /**
   * since the campaign began to measure
   */
  at_s: number;
  typical: number;
  /**
   * a tenth of the forks were above this
   */
  high: number;
}
/**
 * Wall time that a runner's measurement, or the core's, spent on something.
 */
export interface Spent {
  /**
   * ``core`` where it is no runner's
   */
  runner: string;
  /**
   * such as ``timed batches``; ``aside`` is what was prepared on another processor meanwhile
   */
  activity: string;
  seconds: number;
}
/**
 * The run's own A/A test: pairs of one codec registered twice, and how many came out different.
 */
export interface SelfCheck {
  pairs: number;
  different: number;
  passed: boolean;
}
/**
 * A payload of the run.
 */
export interface PayloadInfo {
  payload: string;
  source: string;
  documents: number;
  json_bytes: number;
  /**
   * of how many documents these are a sample; null if they are all, and whole
   */
  whole_documents?: number | null;
  /**
   * the size of those as minified JSON
   */
  whole_bytes?: number | null;
  /**
   * how many payloads of its shape are timed in its place, itself among them
   */
  family?: number;
  /**
   * the share of its fields that are picked, where it is weighed for that alone
   */
  picked_share?: number | null;
  sizes: SizeRecord[];
  compression: CompressionTime[];
}
/**
 * What a payload weighs in a format's reference codec, in bytes, plain and compressed.
 */
export interface SizeRecord {
  payload: string;
  format: string;
  bytes: number;
  /**
   * by compressor
   */
  compressed: {
    [k: string]: Compressed;
  };
  /**
   * why a compressor has no use for it
   */
  unsuited?: {
    [k: string]: string;
  };
  reference: string;
}
/**
 * What a compressor leaves of all the documents of a payload.
 *
 * Attributes:
 *     bytes: all of them together.
 *     messages_per_batch: how many are compressed together, on average; 1 if each is by itself.
 *     dictionary_bytes: the size of the dictionary that both ends must hold, which ``bytes`` is without; 0 if none.
 */
export interface Compressed {
  bytes: number;
  messages_per_batch?: number;
  dictionary_bytes?: number;
}
/**
 * What a compressor takes for a payload in a format's reference encoding, per pass over its documents.
 */
export interface CompressionTime {
  format: string;
  compressor: "gzip" | "zstd" | "brotli" | "lz4" | "zstd-dict" | "gzip-batch" | "zstd-batch";
  compress_ns: Interval;
  decompress_ns: Interval;
}
/**
 * An estimate with its 95 % interval; a bound is ``null`` where one generation of processes cannot tell it.
 */
export interface Interval {
  estimate: number;
  low: number | null;
  high: number | null;
}
/**
 * A format that some cell of the run has.
 */
export interface FormatInfo {
  format: string;
  title: string;
  /**
   * whether people can read it without a tool
   */
  text: boolean;
  /**
   * whether documents say by themselves what they hold
   */
  schemaless: boolean;
  /**
   * the one language that it was made for, if it is not for all
   */
  made_for?: string | null;
  specification: string;
}
/**
 * One row: codec × operation × payload on a target, with its numbers.
 */
export interface Cell {
  /**
   * its number in the run, which its samples bear
   */
  cell: number;
  language: string;
  runner: string;
  target: string;
  codec: string;
  variant: string | null;
  format: string;
  library: string;
  library_version: string;
  /**
   * when the version of the library that the project pins was released, where known
   */
  released: string | null;
  operation: "encode" | "decode" | "scan" | "pick" | "encode-typed" | "decode-typed" | "read-typed" | "pick-typed";
  payload: string;
  fidelity: "exact" | "lossy" | "failed" | "unsupported";
  losses: string[];
  notes: string[];
  /**
   * encoded size: what the codec made, or was given to decode
   */
  bytes: number | null;
  /**
   * the format's reference encoding after gzip -6
   */
  gzip_bytes: number | null;
  /**
   * ``bytes`` after each compressor that suits the payload
   */
  compressed_bytes: {
    [k: string]: number;
  } | null;
  policies: {
    [k: string]: unknown;
  };
  links: {
    [k: string]: string;
  };
  gross_ns: Interval;
  net_ns: NetTime;
  /**
   * median over processes of the first call in a fresh process
   */
  first_call_ns: number | null;
  /**
   * minified JSON size of the payload, divided by the net time
   */
  megabytes_per_second: number | null;
  /**
   * to the runner's plain JSON, or to --baseline
   */
  relative: Relative | null;
  /**
   * among all runners; cells that are not resolved share a rank
   */
  rank: number;
  /**
   * codecs of any runner, as runner/codec, not resolved from this
   */
  tied_with: string[];
  /**
   * among the codecs of its runner on its target
   */
  rank_in_language: number;
  samples: number;
  processes: number;
  /**
   * median wall time of a pass, gross: beside the CPU time of threads
   */
  wall_ns: number | null;
  /**
   * the share of samples whose wall time far exceeded their CPU time
   */
  preempted: number;
  /**
   * whether its speed was steady before it was timed, in most processes
   */
  settled: boolean;
  clock: "cpu" | "wall";
  /**
   * per pass over the payload, where the runtime tells
   */
  allocated_bytes: number | null;
  allocated_objects: number | null;
  /**
   * the most that one pass held at once, where the runtime tells
   */
  peak_bytes: number | null;
  /**
   * per pass over the payload, less those of the tare, where they were counted (by callgrind)
   */
  instructions: number | null;
}
/**
 * Gross minus tare. With ``at_most`` it is not clearly above zero: only ``high`` is to be shown, as "≤ high".
 */
export interface NetTime {
  estimate: number;
  low: number | null;
  high: number | null;
  at_most: boolean;
}
/**
 * How many times the net time of the codec named in ``to`` this cell takes.
 */
export interface Relative {
  to: string;
  estimate: number;
  low: number | null;
  high: number | null;
}
/**
 * What no codec of a runner can go below: code of the harness alone, timed beside the codecs and never ranked.
 */
export interface Floor {
  /**
   * its number in the run, which its samples bear
   */
  cell: number;
  language: string;
  runner: string;
  target: string;
  /**
   * ``memcpy``: a copy of the payload's bytes in ``format``; ``walk``: a bare walk over the application's tree
   */
  floor: string;
  format: string | null;
  operation: "encode" | "decode" | "scan" | "pick" | "encode-typed" | "decode-typed" | "read-typed" | "pick-typed";
  payload: string;
  /**
   * what is copied
   */
  bytes: number | null;
  gross_ns: Interval;
  net_ns: NetTime;
  /**
   * minified JSON size of the payload, divided by the net time
   */
  megabytes_per_second: number | null;
  /**
   * to what the codecs of its runner are relative to
   */
  relative: Relative | null;
}
/**
 * The approaches of a runner for a payload that it weighed both as trees and as types, side by side.
 */
export interface TreesAndTypes {
  payload: string;
  runner: string;
  /**
   * the name that people know the runner by
   */
  title: string;
  approaches: Approach[];
}
/**
 * The fastest codec of a way to hold and to write documents: as trees or as types, with a schema or without.
 */
export interface Approach {
  /**
   * the way, in words; the first of a payload's and runner's is what people do today
   */
  name: string;
  codec: string;
  variant: string | null;
  format: string;
  /**
   * a pass, encoded and decoded, net
   */
  total_ns: number;
  bytes: number;
  /**
   * what is lost on either way
   */
  losses: string[];
}
/**
 * A payload of which a growing share of fields is read, in a runner: the fastest codec over all shares first.
 */
export interface Sweep {
  payload: string;
  participant: string;
  title: string;
  operation: "encode" | "decode" | "scan" | "pick" | "encode-typed" | "decode-typed" | "read-typed" | "pick-typed";
  shares: number[];
  codecs: SweptCodec[];
  /**
   * the largest share up to which a lazy codec is the fastest; null where none is even at the smallest
   */
  lazy_pays_up_to: number | null;
}
/**
 * What a codec takes for a message, by the share of its fields that are read.
 */
export interface SweptCodec {
  codec: string;
  variant: string | null;
  format: string;
  /**
   * whether it has a way of its own to single values, and need not read them all
   */
  lazy: boolean;
  /**
   * net, for each of the shares
   */
  message_ns: number[];
}
/**
 * What broke, in which stage, in whose words.
 */
export interface Failure {
  runner: string;
  codec: string | null;
  operation: string | null;
  payload: string | null;
  stage: "build" | "start" | "verify" | "measure" | "recheck" | "count";
  message: string;
}
