/* Written by `npm run types` from docs/schemas/advise.json. */

/**
 * What ``advise --json`` gives.
 */
export interface AdviceDocument {
  run: string;
  scenario: Scenario;
  /**
   * the scenario in a sentence
   */
  asked: string;
  /**
   * the link and the rate in a sentence
   */
  assumed: string;
  /**
   * what a reader must know of the run, such as how busy the machine was
   */
  cautions: string[];
  advice: Advice[];
  boards?: BoardAdvice[];
  approaches?: WeighedApproaches[];
}
/**
 * What is asked about.
 */
export interface Scenario {
  /**
   * what the link carries
   */
  bandwidth_bits_per_s: number;
  /**
   * round-trip time of the link
   */
  rtt_s: number;
  /**
   * how many messages are sent, each encoded and decoded once
   */
  messages_per_s: number;
  /**
   * what every message is compressed with
   */
  compressor: "none" | "gzip" | "zstd" | "brotli" | "lz4" | "zstd-dict" | "gzip-batch" | "zstd-batch";
  /**
   * in whichever currency; all money is in it
   */
  cpu_price_per_core_hour: number;
  /**
   * per 10⁹ bytes sent
   */
  egress_price_per_gigabyte: number;
  /**
   * what a codec must be to be advised
   */
  requirements: ("exact" | "maintained" | "schemaless" | "readable" | "checked" | "owned" | "fresh")[];
  /**
   * losses, by name, that the application can live with
   */
  accepted: string[];
  /**
   * the time of one message, or the money that all of them cost
   */
  minimise: "latency" | "cost";
  /**
   * the least share of what is minimised that a change has to save
   */
  threshold: number;
  /**
   * what a change costs once, in the same currency
   */
  change_cost: number | null;
  /**
   * where money is minimised, how soon a change has to have paid for itself
   */
  payback_months: number;
  /**
   * what a board does with every message
   */
  on_board: "both" | "encode" | "decode";
  /**
   * joules that a board takes for every byte on the wire; null if that is not known
   */
  energy_j_per_byte: number | null;
  /**
   * joules that it takes for a million instructions or cycles, whichever it counts
   */
  energy_j_per_million: number | null;
  /**
   * joules that a board's battery holds
   */
  battery_j: number | null;
  /**
   * flash that a codec may add to a board's firmware
   */
  free_flash_bytes: number | null;
  /**
   * RAM that it may take there: static, heap and stack together
   */
  free_ram_bytes: number | null;
  /**
   * the codec that is used today; null for the one that the run compares with
   */
  baseline: string | null;
  /**
   * the format or codec that is asked about; null for all
   */
  to: string | null;
}
/**
 * What to do for one payload in one participant (a language, or a language in one of several places).
 */
export interface Advice {
  payload: string;
  language: string;
  participant: string;
  /**
   * whether the application holds documents as trees of values or as types of its own
   */
  held?: "trees" | "types";
  title: string;
  kind: "stay" | "library" | "format" | "undecided" | "none";
  /**
   * why there is nothing to advise, where ``kind`` is ``none``
   */
  obstacle: ("self-check" | "too-short" | "missing" | "absent" | "saturated") | null;
  /**
   * the verdict in a line
   */
  headline: string;
  sentence: string;
  /**
   * how the other of the two questions was answered; empty where that adds nothing
   */
  further: string;
  /**
   * where it is undecided: about how many more seconds of measuring would tell
   */
  more_s: number | null;
  /**
   * what would turn the verdict though it is near: half or twice the bandwidth, gzip or none
   */
  close: string[];
  /**
   * what stands below the sentence on a terminal
   */
  facts: Fact[];
  baseline: WeighedCodec | null;
  /**
   * what to use; the baseline itself where the advice is to stay
   */
  best: WeighedCodec | null;
  /**
   * of the best, or where the advice is to stay, of the best alternative
   */
  savings: Savings | null;
  other_library: Answered | null;
  other_format: Answered | null;
  flips: Flips | null;
  /**
   * by a change to the codec that ``savings`` is about
   */
  losses: LossInfo[];
  remarks: string[];
  /**
   * the baseline and all that may be advised; the best first
   */
  candidates: WeighedCodec[];
  excluded: ExcludedCodec[];
}
/**
 * What there is to say beside the sentence, in words.
 */
export interface Fact {
  label: string;
  parts: string[];
}
/**
 * What one message takes with a codec, at both ends together; of a batch its share, but for total and wait.
 */
export interface WeighedCodec {
  codec: string;
  format: string;
  library: string;
  library_version: string;
  total_ns: Interval;
  /**
   * how long a message waits on average until its batch is full
   */
  wait_ns: number;
  /**
   * how many are compressed, sent and decoded as one; 1 if each is alone
   */
  messages_per_batch: number;
  encode_ns: Interval1;
  compress_ns: Interval1;
  transfer_ns: number;
  decompress_ns: Interval1;
  decode_ns: Interval1;
  bytes_per_message: number;
  cores: Interval1;
  money_per_month: Interval1;
  /**
   * share of the bandwidth that the messages take; from 1 on they queue for ever
   */
  link_load: number;
  saturating_messages_per_s: number;
  settled: boolean;
  losses: string[];
}
/**
 * from the start of encoding to the acknowledgement
 */
export interface Interval {
  estimate: number;
  low: number | null;
  high: number | null;
}
/**
 * An estimate with its 95 % interval; a bound is ``null`` where one generation of processes cannot tell it.
 */
export interface Interval1 {
  estimate: number;
  low: number | null;
  high: number | null;
}
/**
 * What a codec takes less than the baseline; below zero it takes more.
 */
export interface Savings {
  codec: string;
  total_ns: Interval2;
  /**
   * of the baseline's total
   */
  total_share: number;
  bytes_per_message: number;
  cores: Interval1;
  money_per_month: Interval1;
  /**
   * null without a cost, or where no money is saved
   */
  payback_months: number | null;
}
/**
 * An estimate with its 95 % interval; a bound is ``null`` where one generation of processes cannot tell it.
 */
export interface Interval2 {
  estimate: number;
  low: number | null;
  high: number | null;
}
/**
 * One question: whether to change from ``reference`` to ``challenger``, or why not.
 */
export interface Answered {
  reference: string;
  challenger: string | null;
  outcome: ("change" | "no-gain" | "noise" | "threshold" | "payback") | null;
  /**
   * what the change is judged by: what is minimised, or the processor time
   */
  by: ("objective" | "processor") | null;
}
/**
 * Where the advice would be another.
 */
export interface Flips {
  /**
   * from 1 kbit/s to 1 Tbit/s, whatever is asked
   */
  best_by_bandwidth: BestAtBandwidth[];
  verdict_by_bandwidth: VerdictAtBandwidth[];
  verdict_by_rate: VerdictAtRate[];
  verdict_by_compressor: VerdictWithCompressor[];
  baseline_saturates_at_messages_per_s: number;
  best_saturates_at_messages_per_s: number;
  /**
   * with a cost of the change: the rate from which on it pays back in time
   */
  pays_back_from_messages_per_s: number | null;
}
/**
 * The codec that takes the least time in a range of bandwidths.
 */
export interface BestAtBandwidth {
  from_bits_per_s: number;
  to_bits_per_s: number;
  codec: string;
}
/**
 * The verdict in a range of bandwidths.
 */
export interface VerdictAtBandwidth {
  from_bits_per_s: number;
  to_bits_per_s: number;
  kind: "stay" | "library" | "format" | "undecided" | "none";
  codec: string;
}
/**
 * The verdict in a range of messages per second.
 */
export interface VerdictAtRate {
  from_messages_per_s: number;
  to_messages_per_s: number;
  kind: "stay" | "library" | "format" | "undecided" | "none";
  codec: string;
}
/**
 * The verdict with a compressor, or why there is none.
 */
export interface VerdictWithCompressor {
  compressor: "none" | "gzip" | "zstd" | "brotli" | "lz4" | "zstd-dict" | "gzip-batch" | "zstd-batch";
  kind: ("stay" | "library" | "format" | "undecided" | "none") | null;
  codec: string | null;
  obstacle: ("self-check" | "too-short" | "missing" | "absent" | "saturated") | null;
}
/**
 * Something that the baseline has and the codec that is talked about has not.
 */
export interface LossInfo {
  kind: "fidelity" | "schema" | "readability" | "ecosystem" | "buffers" | "strings" | "utf8" | "tree" | "release";
  text: string;
}
/**
 * A codec that may not be advised, and why.
 */
export interface ExcludedCodec {
  codec: string;
  reasons: string[];
}
/**
 * What to do for one payload on one emulated board.
 */
export interface BoardAdvice {
  payload: string;
  participant: string;
  title: string;
  /**
   * what it counts; null where nothing fits into it
   */
  unit: ("instructions" | "cycles") | null;
  /**
   * ``undecided`` where fewer bytes take more instructions or cycles, and no price tells which counts
   */
  kind: "stay" | "library" | "format" | "undecided" | "none";
  /**
   * the verdict in a line
   */
  headline: string;
  sentence: string;
  facts: Fact[];
  baseline: BoardCodec | null;
  /**
   * what to use; the baseline itself where the advice is to stay
   */
  best: BoardCodec | null;
  /**
   * the baseline and all that may be advised; the best first
   */
  candidates: BoardCodec[];
  excluded: ExcludedCodec[];
}
/**
 * What one message takes with a codec on an emulated board.
 */
export interface BoardCodec {
  codec: string;
  format: string;
  library: string;
  library_version: string;
  /**
   * instructions or cycles, net, of what the board does with a message
   */
  count_per_message: number;
  bytes_per_message: number;
  bytes_per_month: number;
  /**
   * null without a price of energy
   */
  energy_j_per_month: number | null;
  /**
   * how long the battery would last if it did nothing else
   */
  battery_months: number | null;
  /**
   * what the codec adds to the firmware
   */
  flash_bytes: number | null;
  /**
   * static RAM, and the most of heap and stack that a message takes
   */
  ram_bytes: number | null;
  losses: string[];
}
/**
 * The approaches of a runner for a payload that it weighed as types; the first is the usual one.
 */
export interface WeighedApproaches {
  payload: string;
  runner: string;
  title: string;
  approaches: WeighedApproach[];
}
/**
 * A way to hold and to write documents, with the codec that does best in it, and what a message takes with that.
 */
export interface WeighedApproach {
  name: string;
  codec: WeighedCodec;
  /**
   * what a message takes less than in the first approach
   */
  less_ns: Interval1 | null;
}
