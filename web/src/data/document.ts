/* Written by `npm run types` from docs/schemas/run.json. */

/**
 * What ``run --json``, ``report --format json`` and ``export`` give.
 */
export interface RunDocument {
  run: RunInfo;
  environment: {
    [k: string]: unknown;
  };
  cells: Cell[];
  failures: Failure[];
  formats: FormatInfo[];
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
  self_check: SelfCheck;
  payloads: PayloadInfo[];
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
  gzip: number;
  zstd: number;
  brotli: number;
  lz4: number;
  reference: string;
}
/**
 * What compressing a format's reference encoding of a payload takes, per pass.
 */
export interface CompressionTime {
  format: string;
  compressor: "gzip" | "zstd" | "brotli" | "lz4";
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
 * One row: codec × operation × payload on a target, with its numbers.
 */
export interface Cell {
  language: string;
  runner: string;
  target: string;
  codec: string;
  variant: string | null;
  format: string;
  library: string;
  library_version: string;
  operation: "encode" | "decode" | "scan";
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
   * its number in the run; samples refer to it
   */
  cell: number;
  /**
   * what the codec made, or was given to decode, after each compressor
   */
  compressed_bytes: {
    [k: string]: number;
  } | null;
  /**
   * instructions per pass, where they were counted
   */
  instructions: number | null;
  /**
   * when the measured version of the library was released
   */
  released: string | null;
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
 * What broke, in which stage, in whose words.
 */
export interface Failure {
  runner: string;
  codec: string | null;
  operation: string | null;
  payload: string | null;
  stage: "build" | "start" | "verify" | "measure" | "recheck";
  message: string;
}
/**
 * A format of the run.
 */
export interface FormatInfo {
  format: string;
  title: string;
  /**
   * readable without a tool
   */
  text: boolean;
  schemaless: boolean;
  specification: string;
}
