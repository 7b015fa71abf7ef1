/** What the user's application is like: its network, its rate, its prices, and what it asks of a codec. */
import type * as printed from "../data/advice";

/** What is asked about; `advise --json` prints it, too. */
export type Scenario = Unchanging<printed.Scenario>;

type Unchanging<T> = { readonly [Key in keyof T]: T[Key] extends (infer Each)[] ? readonly Each[] : T[Key] };

export type Compressor = Scenario["compressor"];
/** Written so that none can be forgotten. */
const EVERY: Readonly<Record<Compressor, true>> = {
  none: true,
  gzip: true,
  zstd: true,
  brotli: true,
  lz4: true,
  "zstd-dict": true,
  "gzip-batch": true,
  "zstd-batch": true,
};
export const COMPRESSORS = Object.keys(EVERY) as Compressor[];
export type Objective = Scenario["minimise"];
export const OBJECTIVES = ["latency", "cost"] as const satisfies Objective[];
export type OnBoard = Scenario["on_board"];
export const ON_BOARD = ["both", "encode", "decode"] as const satisfies OnBoard[];
export type Requirement = Scenario["requirements"][number];

/** What is asked about where nobody says anything else. */
export const USUAL: Scenario = {
  bandwidth_bits_per_s: 100e6,
  rtt_s: 0.02,
  messages_per_s: 10,
  compressor: "none",
  cpu_price_per_core_hour: 0.04,
  egress_price_per_gigabyte: 0.09,
  requirements: [],
  accepted: [],
  minimise: "latency",
  threshold: 0.05,
  change_cost: null,
  payback_months: 12,
  on_board: "both",
  energy_j_per_byte: null,
  energy_j_per_million: null,
  battery_j: null,
  free_flash_bytes: null,
  free_ram_bytes: null,
  baseline: null,
  to: null,
};
