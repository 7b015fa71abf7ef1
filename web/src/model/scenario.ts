/** What the user's application is like: its network, its rate, its prices, and what it asks of a codec. */

export const COMPRESSORS = ["none", "gzip", "zstd", "brotli", "lz4"] as const;
export type Compressor = (typeof COMPRESSORS)[number];
export const OBJECTIVES = ["latency", "cost"] as const;
export type Objective = (typeof OBJECTIVES)[number];
export const REQUIREMENTS = ["exact", "maintained", "schemaless", "readable", "checked", "owned", "fresh"] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

export const HOURS_PER_MONTH = 730;

/** Something asked for that cannot be read; the message says what to write instead. */
export class AdviceError extends Error {}

/** What is asked about. */
export interface Scenario {
  /** what the link carries */
  bandwidthBitsPerS: number;
  /** round-trip time of the link */
  rttS: number;
  /** how many messages are sent, each encoded and decoded once */
  messagesPerS: number;
  /** what every message is compressed with */
  compressor: Compressor;
  /** in whichever currency; all money is in it */
  cpuPricePerCoreHour: number;
  /** per 10⁹ bytes sent */
  egressPricePerGigabyte: number;
  /** what a codec must be to be advised */
  requirements: readonly Requirement[];
  /** losses, by name, that the application can live with beside those of the baseline */
  accepted: readonly string[];
  /** the time of one message, or the money that all of them cost */
  minimise: Objective;
  /** the least share of what is minimised that a change has to save */
  threshold: number;
  /** what a change costs once, in the same currency */
  changeCost: number | null;
  /** where money is minimised, how soon a change has to have paid for itself */
  paybackMonths: number;
  /** the codec that is used today; null for the one that the run compares with */
  baseline: string | null;
}

type Units = Readonly<Record<string, number>>;

const PREFIXES: Units = { "": 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const TIMES: Units = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1 };
const HOURLY: Units = { "": 1, "/h": 1, "/hour": 1 };
const PER_SIZE: Units = { "": 1, "/GB": 1, "/TB": 1e-3 };
const BANDWIDTHS = withPrefixes(Object.keys(PREFIXES), { "bit/s": 1, bps: 1 });
const RATES = withPrefixes(["", "k", "M"], { "/s": 1, "/min": 1 / 60, "/h": 1 / 3600 });

/** Read `100Mbit/s`, `1 Gbit/s`, `56kbit/s`: bits per second, decimal prefixes. */
export function parseBandwidth(text: string): number {
  if (text.includes("B/s")) {
    throw new AdviceError(`'${text}' counts bytes; a bandwidth is in bits: write 800Mbit/s for 100 MB/s`);
  }
  return positive(text, BANDWIDTHS, "a bandwidth", "100Mbit/s or 1Gbit/s");
}

/** Read `20ms`, `150us`, `0.1s`, `0`: seconds. */
export function parseRtt(text: string): number {
  return number(text, text.trim() === "0" ? { ...TIMES, "": 0 } : TIMES, "a round-trip time", "20ms or 0.1s");
}

/** Read `2000/s`, `90/min`, `2k/s`: messages per second. */
export function parseRate(text: string): number {
  return positive(text, RATES, "a rate", "2000/s or 90/min");
}

/** Read `0.04/h`: money per core and hour. */
export function parseCpuPrice(text: string): number {
  return number(text, HOURLY, "a price of a core", "0.04/h");
}

/** Read `0.09/GB`: money per 10⁹ bytes. */
export function parseEgressPrice(text: string): number {
  return number(text, PER_SIZE, "a price of traffic", "0.09/GB");
}

function withPrefixes(prefixes: readonly string[], units: Units): Units {
  const pairs = prefixes.flatMap((prefix) =>
    Object.entries(units).map(([unit, size]) => [prefix + unit, (PREFIXES[prefix] ?? 1) * size]),
  );
  return Object.fromEntries(pairs);
}

function number(text: string, units: Units, what: string, example: string): number {
  const [, digits, name = ""] = /^(\d+(?:\.\d+)?|\.\d+)\s*(\D*)$/.exec(text.trim()) ?? [];
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  if (digits === undefined || unit === undefined) throw new AdviceError(`'${text}' is not ${what}: write ${example}`);
  return Number(digits) * unit;
}

function positive(text: string, units: Units, what: string, example: string): number {
  const value = number(text, units, what, example);
  if (value === 0) throw new AdviceError(`'${text}' is not ${what}: it must be above 0, such as ${example}`);
  return value;
}
