/** What users write is read, and what cannot be read is answered with what can. */
import { expect, test } from "vitest";
import * as options from "../../src/model/options";
import { USUAL } from "../../src/model/scenario";
import { Refusal } from "../../src/refusal";

test("what is left out is as usual", () => expect(options.readScenario({})).toEqual(USUAL));

test("all that is written is taken", () => {
  const written = {
    baseline: "orjson",
    bandwidth: "1Gbit/s",
    rtt: "1ms",
    rate: "2k/s",
    compress: "zstd",
    cpu_price: "1/h",
    egress_price: "2/GB",
    require: ["fresh"],
    accept: ["int53", "float32", "null-dropped"],
    minimise: "cost",
    threshold: "1%",
    change_cost: "12k",
    payback: "2 years",
    on_board: "encode",
    energy_per_byte: "1.5uJ",
    energy_per_million: "100uA/MHz@3V",
    battery: "1000mAh@3V",
    free_flash: "32KB",
    free_ram: "8KiB",
  } as const;
  expect(options.readScenario(written)).toEqual({
    baseline: "orjson",
    bandwidth_bits_per_s: 1e9,
    rtt_s: 1e-3,
    messages_per_s: 2000,
    compressor: "zstd",
    cpu_price_per_core_hour: 1,
    egress_price_per_gigabyte: 2,
    requirements: ["fresh"],
    accepted: ["int53", "float32", "null-dropped"],
    minimise: "cost",
    threshold: 0.01,
    change_cost: 12_000,
    payback_months: 24,
    on_board: "encode",
    energy_j_per_byte: 1.5e-6,
    energy_j_per_million: expect.closeTo(300e-6, 12) as number,
    battery_j: 10_800,
    free_flash_bytes: 32_000,
    free_ram_bytes: 8192,
    to: null,
  });
});

type Read = (text: string) => unknown;

test.each<[Read, string, number]>([
  [options.parseBandwidth, "100Mbit/s", 100e6],
  [options.parseBandwidth, "1 Gbit/s", 1e9],
  [options.parseBandwidth, "56kbit/s", 56e3],
  [options.parseBandwidth, "2.5Gbps", 2.5e9],
  [options.parseBandwidth, "300bit/s", 300],
  [options.parseBandwidth, "1Tbit/s", 1e12],
  [options.parseRtt, "20ms", 0.02],
  [options.parseRtt, "150us", 150e-6],
  [options.parseRtt, "150µs", 150e-6],
  [options.parseRtt, "0.1s", 0.1],
  [options.parseRtt, "0", 0],
  [options.parseRtt, "0ms", 0],
  [options.parseRate, "2000/s", 2000],
  [options.parseRate, "90/min", 1.5],
  [options.parseRate, "7200/h", 2],
  [options.parseRate, "2k/s", 2000],
  [options.parseCpuPrice, "0.04/h", 0.04],
  [options.parseCpuPrice, ".04", 0.04],
  [options.parseEgressPrice, "0.09/GB", 0.09],
  [options.parseEgressPrice, "90/TB", 0.09],
  [options.parseEgressPrice, "0/GB", 0],
  [options.parseChangeCost, "12000", 12_000],
  [options.parseChangeCost, "12k", 12_000],
  [options.parsePayback, "12 months", 12],
  [options.parsePayback, "2 years", 24],
  [options.parseEnergyPerByte, "1.5uJ", 1.5e-6],
  [options.parseEnergyPerByte, "20 nJ", 20e-9],
  [options.parseEnergyPerMillion, "8µJ", 8e-6],
  [options.parseEnergyPerMillion, "0.1mA/MHz@3300mV", 330e-6],
  [options.parseBattery, "2.4Wh", 8640],
  [options.parseBattery, "8.64kJ", 8640],
  [options.parseBattery, "1 Ah @ 3 V", 10_800],
  [options.parseMemory, "32KB", 32_000],
  [options.parseMemory, "8KiB", 8192],
  [options.parseMemory, "512", 512],
  [options.parseThreshold, "5%", 0.05],
  [options.parseThreshold, "0.05", 0.05],
  [options.parseThreshold, "0", 0],
])("%# %o reads %s", (read, text, value) => expect(read(text)).toBeCloseTo(value, 12));

test.each<[Read, string, string]>([
  [options.parseBandwidth, "100", "100Mbit/s"],
  [options.parseBandwidth, "fast", "100Mbit/s"],
  [options.parseBandwidth, "0Mbit/s", "above 0"],
  [options.parseBandwidth, "-1Mbit/s", "100Mbit/s"],
  [options.parseBandwidth, "100MB/s", "in bits: write 800Mbit/s"],
  [options.parseRtt, "20", "20ms"],
  [options.parseRtt, "20 parsecs", "20ms"],
  [options.parseRate, "2000", "2000/s"],
  [options.parseRate, "0/s", "above 0"],
  [options.parseRate, "3constructor", "2000/s"],
  [options.parseCpuPrice, "cheap", "0.04/h"],
  [options.parseCpuPrice, "4/day", "0.04/h"],
  [options.parseEgressPrice, "0.09/MB", "0.09/GB"],
  [options.parseChangeCost, "three weeks", "12000"],
  [options.parsePayback, "soon", "12 months"],
  [options.parseEnergyPerByte, "1.5", "1.5uJ"],
  [options.parseEnergyPerByte, "0J", "above 0"],
  [options.parseEnergyPerMillion, "100uA/MHz", "100uA/MHz@3V"],
  [options.parseBattery, "1000mAh", "1000mAh@3V"],
  [options.parseMemory, "much", "32KB"],
  [options.parseThreshold, "100%", "below 100%"],
  [options.parseThreshold, "5 percent", "5%"],
])("%# %o does not read %s", (read, text, hint) => {
  expect(() => read(text)).toThrow(Refusal);
  expect(() => read(text)).toThrow(hint);
  expect(() => read(text)).toThrow(`'${text}'`);
});
