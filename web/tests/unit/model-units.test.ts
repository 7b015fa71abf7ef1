/** Quantities as sentences write them. */
import { expect, test } from "vitest";
import * as units from "../../src/model/units";

test.each([
  [300, "300 bit/s"],
  [56e3, "56 kbit/s"],
  [100e6, "100 Mbit/s"],
  [1.25e9, "1.25 Gbit/s"],
  [1e12, "1 Tbit/s"],
  [999_999, "1 Mbit/s"],
])("a bandwidth of %d", (bits, text) => expect(units.bandwidth(bits)).toBe(text));

test.each([
  [1.5e-6, "1.5 µJ"],
  [20e-12, "20 pJ"],
  [3.123, "3.12 J"],
  [8640, "8.64 kJ"],
  [0.9999, "1 J"],
])("an energy of %d", (joules, text) => expect(units.energy(joules)).toBe(text));

test.each([
  [8120, "8 120"],
  [12_400_000, "12.4 million"],
  [52_600_000_000, "52.6 billion"],
  [2.79e12, "2.79 trillion"],
])("a count of %d", (number, text) => expect(units.count(number)).toBe(text));

test.each([
  [0.017, "1.7 %"],
  [0.05, "5 %"],
  [1.2, "120 %"],
  [0.9999, "100 %"],
  [0.00023, "0.023 %"],
  [0.00009, "under 0.01 %"],
  [0, "0 %"],
  [-0.3, "-30 %"],
])("a share of %d", (share, text) => expect(units.percent(share)).toBe(text));

test.each([
  [80_000, 390, "80.0 ± 0.39 µs"],
  [1_800_000, 370, "1.80 ms ± 370 ns"],
  [482, 910, "482 ± 910 ns"],
  [5_000, 0, "5.00 ± 0 µs"],
  [5_000, null, "5.00 ± ? µs"],
])("a time of %d ± %d", (estimate, half, text) => expect(units.time({ estimate, half })).toBe(text));

test.each([
  ["24.0 ms", "a 24.0 ms"],
  ["8.86 ms", "an 8.86 ms"],
  ["11.0 ms", "an 11.0 ms"],
  ["18.2 µs", "an 18.2 µs"],
  ["110 µs", "a 110 µs"],
  ["1.80 ms", "a 1.80 ms"],
  ["884 ns", "an 884 ns"],
])("the article of %s", (quantity, text) => expect(units.a(quantity)).toBe(text));

test("rates and amounts", () => {
  expect([units.rate(2000), units.rate(0.5)]).toEqual(["2 000/s", "0.5/s"]);
  expect([units.withHalf({ estimate: 211, half: 0.0226 }), units.withHalf({ estimate: 211, half: null })]).toEqual([
    "211 ± 0.023",
    "211 ± ?",
  ]);
  expect([0.04, 12, 0.1 * 3].map(units.plain)).toEqual(["0.04", "12", "0.3"]);
});
