/** The options that describe an application, as a user writes them. */
import { Refusal } from "../refusal";
import { USUAL, type Compressor, type Objective, type OnBoard, type Requirement, type Scenario } from "./scenario";

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
  on_board?: OnBoard;
  energy_per_byte?: string | null;
  energy_per_million?: string | null;
  battery?: string | null;
  free_flash?: string | null;
  free_ram?: string | null;
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
    on_board: written.on_board ?? USUAL.on_board,
    energy_j_per_byte: read(written.energy_per_byte, parseEnergyPerByte, USUAL.energy_j_per_byte),
    energy_j_per_million: read(written.energy_per_million, parseEnergyPerMillion, USUAL.energy_j_per_million),
    battery_j: read(written.battery, parseBattery, USUAL.battery_j),
    free_flash_bytes: read(written.free_flash, parseMemory, USUAL.free_flash_bytes),
    free_ram_bytes: read(written.free_ram, parseMemory, USUAL.free_ram_bytes),
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
const SMALL: Units = { p: 1e-12, n: 1e-9, u: 1e-6, µ: 1e-6, μ: 1e-6, m: 1e-3, "": 1 };
const ENERGIES = withPrefixes(Object.keys(SMALL), { J: 1 }, SMALL);
const STORED: Units = { ...ENERGIES, kJ: 1e3, mWh: 3.6, Wh: 3600 };
const CHARGES: Units = { mAh: 3.6, Ah: 3600 };
/** A current per MHz is a charge per million cycles. */
const CURRENTS = withPrefixes(["n", "u", "µ", "μ", "m"], { "A/MHz": 1 }, SMALL);
const VOLTAGES: Units = { V: 1, mV: 1e-3 };
const SIZES: Units = { "": 1, B: 1, kB: 1e3, KB: 1e3, MB: 1e6, KiB: 2 ** 10, MiB: 2 ** 20 };
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

/** Read `1.5uJ`, `20nJ`: joules. */
export function parseEnergyPerByte(text: string): number {
  return positive(text, ENERGIES, "an energy for a byte", "1.5uJ or 20nJ");
}

/** Read `8uJ`, or a current per MHz at its voltage, `100uA/MHz@3V`: joules. */
export function parseEnergyPerMillion(text: string): number {
  return energy(text, ENERGIES, CURRENTS, "an energy for a million instructions or cycles", "8uJ or 100uA/MHz@3V");
}

/** Read `2.4Wh`, `8.6kJ`, or a charge at its voltage, `1000mAh@3V`: joules. */
export function parseBattery(text: string): number {
  return energy(text, STORED, CHARGES, "what a battery holds", "2.4Wh or 1000mAh@3V");
}

/** Read `32KB`, `8KiB`: bytes. */
export function parseMemory(text: string): number {
  return positive(text, SIZES, "a size of memory", "32KB or 8KiB");
}

/** Read an energy; where a voltage follows behind an `@`, what is before it is a charge. */
function energy(text: string, energies: Units, charges: Units, what: string, example: string): number {
  const [, charge, voltage] = /^(.*)@(.*)$/.exec(text) ?? [];
  if (charge === undefined || voltage === undefined) return positive(text, energies, what, example);
  return positive(charge, charges, what, example) * positive(voltage, VOLTAGES, "a voltage", "3V or 3.3V");
}

/** Read `5%` or `0.05`: a share below one. */
export function parseThreshold(text: string): number {
  const share = number(text, SHARES, "a threshold", "5% or 0.05");
  if (share >= 1) throw new Refusal(`'${text}' is no share below 100%: write 5% or 0.05`);
  return share;
}

function withPrefixes(prefixes: readonly string[], units: Units, sizes = PREFIXES): Units {
  const pairs = prefixes.flatMap((prefix) =>
    Object.entries(units).map(([unit, size]) => [prefix + unit, (sizes[prefix] ?? 1) * size]),
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
