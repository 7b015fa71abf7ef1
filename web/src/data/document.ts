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
  counted?: CountedCell[];
  too_large?: TooLarge[];
  savings?: Saving[];
  trees_and_types?: TreesAndTypes[];
  profiles?: ProfileWorth[];
  sweeps?: Sweep[];
  /**
   * what ``verify --matrix`` found of the run's codecs, if it was asked
   */
  matrix?: MatrixDocument | null;
  /**
   * and ``verify --conformance``
   */
  conformance?: ConformanceDocument | null;
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
  /**
   * how its first document begins, as JSON
   */
  excerpt?: string | null;
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
 * One row with its times.
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
  /**
   * code and constants that the operation adds to a program without any codec; where it is not linked alone, the codec with all its operations
   */
  flash_bytes?: number | null;
  /**
   * static RAM that it adds
   */
  ram_bytes?: number | null;
  /**
   * where its target is the runner with another compiler, or another allocator
   */
  profile?: Profiled | null;
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
 * A cell's time ÷ that of the same codec in the runner itself, of which its target differs in one thing.
 */
export interface Profiled {
  differs_in: "compiler" | "allocator";
  /**
   * its compiler or allocator: ``gcc-os``, ``jemalloc``
   */
  name: string;
  /**
   * the runner's own: ``gcc-o3``, ``glibc``
   */
  to: string;
  estimate: number;
  low: number | null;
  high: number | null;
  /**
   * ``equal``: the same within the run's precision; corrected for all such comparisons of the run
   */
  verdict: "faster" | "slower" | "equal" | "undecided";
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
 * One row of an emulated board: what it counts repeats to the digit, and is no time. Bytes are of memory.
 */
export interface CountedCell {
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
  /**
   * what is counted; rows of one unit and board are ranked together, and no others
   */
  unit: "instructions" | "cycles";
  /**
   * of one pass over the payload
   */
  gross: number;
  /**
   * what the harness itself takes of that
   */
  tare: number;
  net: number;
  /**
   * to the board's plain JSON, or to --baseline
   */
  relative: CountedRelative | null;
  /**
   * among the codecs of its board
   */
  rank: number;
  /**
   * the net count at the clock that was given, one a tick: an estimate, which no board has measured
   */
  estimated_ns: number | null;
  /**
   * per pass over the payload
   */
  allocated_bytes: number | null;
  allocated_objects: number | null;
  /**
   * the most of the heap that one pass held at once
   */
  peak_bytes: number | null;
  /**
   * how deep the stack was at most
   */
  stack_bytes: number | null;
  /**
   * code and constants that the codec adds to the firmware without any
   */
  flash_bytes: number | null;
  /**
   * static RAM that it adds
   */
  ram_bytes: number | null;
}
/**
 * How many times the net count of the codec named in ``to`` this cell takes: exactly, without an error.
 */
export interface CountedRelative {
  to: string;
  ratio: number;
}
/**
 * What did not fit into a board's memory, with the numbers.
 */
export interface TooLarge {
  language: string;
  runner: string;
  target: string;
  codec: string;
  variant: string | null;
  format: string;
  operation: "encode" | "decode" | "scan" | "pick" | "encode-typed" | "decode-typed" | "read-typed" | "pick-typed";
  payload: string;
  reason: string;
}
/**
 * What a format saves against JSON on a board, as shares of what JSON takes: the mean over payloads.
 */
export interface Saving {
  language: string;
  runner: string;
  target: string;
  /**
   * what is compared with, with its variant
   */
  json_codec: string;
  codec: string;
  variant: string | null;
  format: string;
  /**
   * that both codecs are of; null where they are the fastest of their formats
   */
  library: string | null;
  /**
   * 0.6 is 60 % less than JSON takes; below zero it takes more
   */
  encode: number | null;
  decode: number | null;
  bytes: number;
  payloads: number;
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
 * What another compiler or allocator is worth to the codecs of a runner, all together.
 */
export interface ProfileWorth {
  runner: string;
  differs_in: "compiler" | "allocator";
  name: string;
  to: string;
  /**
   * of the times: the geometric mean over all cells
   */
  ratio: number;
  /**
   * how many cells have each
   */
  verdicts: {
    [k: string]: number;
  };
  /**
   * of the bytes of code, likewise; null where they are not known
   */
  flash_ratio: number | null;
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
 * What ``verify --matrix --json`` gives, and a run whose codecs were probed.
 */
export interface MatrixDocument {
  probes: Probe[];
  codecs: ProbedCodec[];
  failures: Failure[];
}
/**
 * A question of the fidelity matrix: a document of the value model, or bytes of one format or several.
 */
export interface Probe {
  probe: string;
  description: string;
}
/**
 * What a codec's operation makes of probes.
 */
export interface ProbedCodec {
  language: string;
  runner: string;
  target: string;
  codec: string;
  variant: string | null;
  format: string;
  library: string;
  library_version: string;
  operation: "encode" | "decode" | "scan" | "pick" | "encode-typed" | "decode-typed" | "read-typed" | "pick-typed";
  probes: Probed[];
}
/**
 * What became of a probe.
 *
 * ``impossible`` is what the format cannot hold, ``declined`` what the codec cannot take by its nature, ``refused``
 * what it answered with an error, and ``wrong`` a difference that has no name.
 */
export interface Probed {
  probe: string;
  outcome: "exact" | "lossy" | "refused" | "declined" | "impossible" | "wrong" | "crashed" | "hung";
  losses: string[];
  notes: string[];
  detail: string;
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
/**
 * What ``verify --conformance --json`` gives, and a run whose codecs were tried.
 */
export interface ConformanceDocument {
  suites: VectorSuite[];
  codecs: ConformingCodec[];
  failures: Failure[];
}
/**
 * The test vectors of a format, by what a decoder has to do with them.
 */
export interface VectorSuite {
  format: string;
  sources: VectorSource[];
  accept: number;
  refuse: number;
  may: number;
}
/**
 * Where test vectors come from: the package that ships them, with its licence; empty for this project's own.
 */
export interface VectorSource {
  name: string;
  package: string;
  licence: string;
}
/**
 * How many of its format's vectors that must be accepted or refused a decoder treats so.
 *
 * ``accepted`` and ``refused`` count the vectors with which it may do either; ``faults`` has those on which it crashed
 * or hung, too. ``given_up`` says that it hung so often that the rest was not tried.
 */
export interface ConformingCodec {
  language: string;
  runner: string;
  target: string;
  codec: string;
  variant: string | null;
  format: string;
  library: string;
  library_version: string;
  operation: "encode" | "decode" | "scan" | "pick" | "encode-typed" | "decode-typed" | "read-typed" | "pick-typed";
  tried: number;
  right: number;
  accepted: number;
  refused: number;
  given_up: boolean;
  faults: FaultyVector[];
}
/**
 * A vector that a decoder does not treat as the specification says; ``input`` is its beginning, in hexadecimal.
 */
export interface FaultyVector {
  vector: string;
  expect: "accept" | "refuse" | "may";
  input: string;
  bytes: number;
  ending: "accepted" | "refused" | "declined" | "crashed" | "hung" | "broke";
  fault: string;
}
