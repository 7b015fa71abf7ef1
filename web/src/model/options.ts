/** The options that describe an application, as a user writes them. */
import { Refusal } from "../refusal";
import { USUAL, type Compressor, type Objective, type Requirement, type Scenario } from "./scenario";

/** What a user writes; what is left out is as usual. */
export interface Written {
  baseline?: string | null;
  to?: string | null;
  bandwidth?: string;
  rtt?: string;
  rate?: string;
  compress?: Compressor;
  cpu_price?: string;
  egress_price?: string;
  require?: readonly Requirement[];
  accept?: readonly string[];
  minimise?: Objective;
  threshold?: string;
  change_cost?: string | null;
  payback?: string;
}

/** Read a scenario. Throws a `Refusal` that shows what to write instead of a value that cannot be read. */
export function readScenario(written: Written): Scenario {
  return {
    bandwidth_bits_per_s: read(written.bandwidth, parseBandwidth, USUAL.bandwidth_bits_per_s),
    rtt_s: read(written.rtt, parseRtt, USUAL.rtt_s),
    messages_per_s: read(written.rate, parseRate, USUAL.messages_per_s),
    compressor: written.compress ?? USUAL.compressor,
    cpu_price_per_core_hour: read(written.cpu_price, parseCpuPrice, USUAL.cpu_price_per_core_hour),
    egress_price_per_gigabyte: read(written.egress_price, parseEgressPrice, USUAL.egress_price_per_gigabyte),
    requirements: written.require ?? [],
    accepted: written.accept ?? [],
    minimise: written.minimise ?? USUAL.minimise,
    threshold: read(written.threshold, parseThreshold, USUAL.threshold),
    change_cost: read(written.change_cost, parseChangeCost, USUAL.change_cost),
    payback_months: read(written.payback, parsePayback, USUAL.payback_months),
    baseline: written.baseline ?? USUAL.baseline,
    to: written.to ?? USUAL.to,
  };
}

function read<T>(text: string | null | undefined, parse: (text: string) => number, usual: T): number | T {
  return text === null || text === undefined ? usual : parse(text);
}

type Units = Readonly<Record<string, number>>;

const PREFIXES: Units = { "": 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const TIMES: Units = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1 };
const HOURLY: Units = { "": 1, "/h": 1, "/hour": 1 };
const PER_SIZE: Units = { "": 1, "/GB": 1, "/TB": 1e-3 };
const ONCE: Units = { "": 1, k: 1e3 };
const SHARES: Units = { "": 1, "%": 0.01 };
const MONTHS: Units = { "": 1, month: 1, months: 1, year: 12, years: 12 };
const BANDWIDTHS = withPrefixes(Object.keys(PREFIXES), { "bit/s": 1, bps: 1 });
const RATES = withPrefixes(["", "k", "M"], { "/s": 1, "/min": 1 / 60, "/h": 1 / 3600 });

/** Read `100Mbit/s`, `1 Gbit/s`, `56kbit/s`: bits per second, decimal prefixes. */
export function parseBandwidth(text: string): number {
  if (text.includes("B/s")) {
    throw new Refusal(`'${text}' counts bytes; a bandwidth is in bits: write 800Mbit/s for 100 MB/s`);
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

/** Read `12000`, `12k`: money, once. */
export function parseChangeCost(text: string): number {
  return number(text, ONCE, "what a change costs once", "12000 or 12k");
}

/** Read `12 months`, `2 years`, `12`: months. */
export function parsePayback(text: string): number {
  return positive(text, MONTHS, "a time to pay back", "12 months");
}

/** Read `5%` or `0.05`: a share below one. */
export function parseThreshold(text: string): number {
  const share = number(text, SHARES, "a threshold", "5% or 0.05");
  if (share >= 1) throw new Refusal(`'${text}' is no share below 100%: write 5% or 0.05`);
  return share;
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
  if (digits === undefined || unit === undefined) throw new Refusal(`'${text}' is not ${what}: write ${example}`);
  return Number(digits) * unit;
}

function positive(text: string, units: Units, what: string, example: string): number {
  const value = number(text, units, what, example);
  if (value === 0) throw new Refusal(`'${text}' is not ${what}: it must be above 0, such as ${example}`);
  return value;
}
