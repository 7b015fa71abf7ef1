/** The numbers that describe an application: the values that can be chosen, how they are written and read. */
import { about, duration } from "./figures";
import * as options from "./options";
import { stops } from "./scale";
import * as units from "./units";

/** A number that can be chosen on a slider, or typed. */
export interface Quantity {
  label: string;
  /** what the slider stops at */
  stops: readonly number[];
  /** values that people know by a name */
  named: readonly (readonly [name: string, value: number])[];
  write: (value: number) => string;
  /** throws a Refusal, whose message says what to write instead */
  read: (text: string) => number;
}

export const BANDWIDTH: Quantity = {
  label: "Bandwidth",
  stops: stops(1e3, 100e9),
  named: [
    ["10 kbit", 10e3],
    ["3G", 1.6e6],
    ["4G", 40e6],
    ["100 Mbit", 100e6],
    ["1G", 1e9],
    ["10G", 10e9],
  ],
  write: units.bandwidth,
  read: options.parseBandwidth,
};

export const ROUND_TRIP: Quantity = {
  label: "Round-trip time",
  stops: [0, ...stops(1e-4, 10)],
  named: [],
  write: (seconds) => (seconds === 0 ? "0 ms" : units.withoutZeros(duration(seconds * 1e9))),
  read: options.parseRtt,
};

export const RATE: Quantity = {
  label: "Messages per second",
  stops: stops(0.001, 1e6),
  named: [],
  write: units.rate,
  read: options.parseRate,
};

export const CPU_PRICE: Quantity = {
  label: "A core for an hour",
  stops: [],
  named: [],
  write: (price) => `${price}/h`,
  read: options.parseCpuPrice,
};

export const EGRESS_PRICE: Quantity = {
  label: "Traffic",
  stops: [],
  named: [],
  write: (price) => `${price}/GB`,
  read: options.parseEgressPrice,
};

const UNKNOWN = "not known";

/** A quantity that need not be known: it is 0 then. */
function known(quantity: Quantity): Quantity {
  return {
    ...quantity,
    stops: quantity.stops.length > 0 ? [0, ...quantity.stops] : [],
    write: (value) => (value === 0 ? UNKNOWN : quantity.write(value)),
    read: (text) => (["", UNKNOWN].includes(text.trim()) ? 0 : quantity.read(text)),
  };
}

export const ENERGY_PER_BYTE = known({
  label: "Energy a byte",
  stops: stops(1e-9, 1e-3),
  named: [],
  write: units.energy,
  read: options.parseEnergyPerByte,
});

export const ENERGY_PER_MILLION = known({
  label: "Energy a million counts",
  stops: stops(1e-6, 1e-2),
  named: [],
  write: units.energy,
  read: options.parseEnergyPerMillion,
});

export const BATTERY = known({
  label: "Battery",
  stops: [],
  named: [],
  write: units.energy,
  read: options.parseBattery,
});

export const FREE_FLASH = known({ label: "Flash", stops: [], named: [], write: about, read: options.parseMemory });
export const FREE_RAM = known({ label: "RAM", stops: [], named: [], write: about, read: options.parseMemory });
