/** What can be chosen on the page, and where two codecs cross. */
import { describe, expect, test } from "vitest";
import { candidatesOf } from "../../src/model/candidates";
import { crossing } from "../../src/model/crossing";
import { weigh, type Weight } from "../../src/model/model";
import { BANDWIDTH, RATE, ROUND_TRIP } from "../../src/model/quantities";
import { nearest, stops } from "../../src/model/scale";
import { Refusal } from "../../src/refusal";
import { smallRun } from "./advice-run";

describe("quantities", () => {
  test.each([BANDWIDTH, ROUND_TRIP, RATE])("what $label is written as can be read again", ({ stops, write, read }) => {
    for (const value of stops) expect(read(write(value).replace(/(\d) (?=\d)/g, "$1"))).toBeCloseTo(value, 9);
  });

  test("they are written without zeros that say nothing", () => {
    expect(BANDWIDTH.stops.map(BANDWIDTH.write)).toContain("100 Mbit/s");
    expect([0, 2e-4, 0.0125, 0.02, 0.6].map(ROUND_TRIP.write)).toEqual([
      "0 ms",
      "200 µs",
      "12.5 ms",
      "20 ms",
      "600 ms",
    ]);
    expect([0.1, 2000].map(RATE.write)).toEqual(["0.1/s", "2 000/s"]);
  });

  test.each([
    [BANDWIDTH, "100 MB/s", /in bits/],
    [BANDWIDTH, "0Mbit/s", /above 0/],
    [BANDWIDTH, "fast", /write 100Mbit\/s/],
    [ROUND_TRIP, "20", /write 20ms/],
    [RATE, "-3/s", /write 2000\/s/],
    [RATE, "3constructor", /write 2000\/s/],
  ])("%# what cannot be read says what to write", ({ read }, text, message) => {
    expect(() => read(text)).toThrow(Refusal);
    expect(() => read(text)).toThrow(message);
  });

  test.each([
    ["100Mbit/s", 100e6],
    [" 1 Gbit/s ", 1e9],
    ["9.6kbps", 9600],
    [".5Mbit/s", 5e5],
  ])("a bandwidth of %s", (text, bits) => expect(BANDWIDTH.read(text)).toBeCloseTo(bits, 6));
});

describe("the stops of a slider", () => {
  test("rise from one end to the other, and hold what has a name", () => {
    const { stops, named } = BANDWIDTH;
    expect([stops[0], stops.at(-1)]).toEqual([1e3, 100e9]);
    expect(stops).toEqual([...stops].sort((a, b) => a - b));
    for (const [, value] of named) expect(stops).toContain(value);
  });

  test("are exact decimals", () =>
    expect(stops(1e-4, 2e-4)).toEqual([0.0001, 0.00011, 0.000125, 0.00014, 0.00016, 0.00018, 0.0002]));

  test("a value finds the nearest, also beyond the ends", () => {
    expect([0, 0.4, 1, 1.4, 1.6, 99].map((value) => nearest([0, 1, 2, 3], value))).toEqual([0, 0, 1, 1, 2, 3]);
  });
});

describe("where two codecs cross", () => {
  const run = smallRun();
  const [payload] = run.run.payloads;
  const weights = payload ? candidatesOf(run, payload, "python").map((candidate) => weigh(candidate, "none")) : [];
  const of = (name: string, change: Partial<Weight> = {}) => {
    const weight = weights.find((weight) => weight?.name === name);
    if (!weight) throw new Error(`no ${name}`);
    return { name, weight: { ...weight, ...change } };
  };

  test("is a bandwidth with its interval, whichever is named first", () => {
    const quick = of("orjson", { encode: { estimate: 100, half: 10 }, processor: { estimate: 9200, half: 130.4 } });
    const sentence =
      "Below 1.04 Gbit/s ormsgpack is faster, because it sends fewer bytes; above, orjson. " +
      "The bandwidth lies between 942 Mbit/s and 1.15 Gbit/s.";
    expect(crossing(quick, of("ormsgpack"))).toBe(sentence);
    expect(crossing(of("ormsgpack"), quick)).toBe(sentence);
  });

  test("may not be there at all where their times are within the error", () => {
    expect(crossing(of("orjson"), of("ormsgpack", { encode: { estimate: 2400, half: 900 } }))).toMatch(
      /^Below 8\.8 Gbit\/s ormsgpack is faster.*at least .* there may be none/,
    );
  });

  test("is nowhere where one of them sends less and takes less", () => {
    expect(crossing(of("json"), of("ormsgpack"))).toBe(
      "ormsgpack is faster at every bandwidth: it sends fewer bytes and takes less processor time.",
    );
  });

  test("is nowhere where they send as much", () => {
    expect(crossing(of("json"), of("orjson"))).toMatch(/as many bytes.*: orjson takes less processor time/);
    expect(crossing(of("json"), of("json"))).toMatch(/cannot tell their times apart/);
  });

  test("is not sure where the error is not known", () => {
    const unsure = of("orjson", { encode: { estimate: 100, half: null }, processor: { estimate: 9200, half: null } });
    expect(crossing(unsure, of("ormsgpack"))).toMatch(/not known from one process/);
  });
});
