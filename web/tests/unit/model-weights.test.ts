/** The cost model, by hand and by its laws. */
import { describe, expect, test } from "vitest";
import type { Cell, CompressionTime, Interval } from "../../src/data/document";
import { candidatesOf } from "../../src/model/candidates";
import { crossover, envelope } from "../../src/model/crossover";
import * as model from "../../src/model/model";
import type { Weight } from "../../src/model/model";
import { USUAL, type Compressor, type Scenario } from "../../src/model/scenario";
import { both, cell, compression, documentOf, payloadOf, type About } from "./advice-run";
import { examples, type Chance } from "./chance";

const SCENARIO: Scenario = { ...USUAL, bandwidth_bits_per_s: 8e6, rtt_s: 0.001, messages_per_s: 500 };

function weights(cells: Cell[], documents = 1, compressor: Compressor = "none", times: CompressionTime[] = []) {
  const payload = payloadOf("orders", { documents, compression: times });
  const found = candidatesOf(documentOf(cells, [payload]), payload, "python");
  return new Map(found.map((candidate) => [candidate.name, model.weigh(candidate, compressor) as Weight]));
}

function of(found: Map<string, Weight>, name: string): Weight {
  const weight = found.get(name);
  if (!weight) throw new Error(`no ${name}`);
  return weight;
}

describe("one message", () => {
  test("takes 30 + 50 µs of processor, 1,000 bytes at 1 byte/µs, and a round trip of 1,000 µs", () => {
    const json = of(weights(both("json", 300_000, 500_000, 3_000, { bytes: 10_000 }), 10), "json");
    const total = model.total(json, SCENARIO);
    expect(total.estimate).toBeCloseTo(30_000 + 50_000 + 1_000_000 + 1_000_000);
    expect(total.half).toBeCloseTo(300 + 300);
    expect(model.cores(json.processor, SCENARIO).estimate).toBeCloseTo(500 * 80e-6, 12);
    expect(model.cores(json.processor, SCENARIO).half).toBeCloseTo(500 * 600e-9, 12);
    // 0.04 cores for 730 hours at 0.04; 500 × 1,000 bytes/s for 730 × 3,600 s at 0.09 per 10⁹
    const money = model.money(json.processor, json.bytes, SCENARIO);
    expect(money.estimate).toBeCloseTo(0.04 * 730 * 0.04 + ((0.5e6 * 730 * 3600) / 1e9) * 0.09, 9);
    expect(model.load(json, SCENARIO)).toBeCloseTo(0.5, 12);
    expect(model.saturatingRate(json, SCENARIO)).toBeCloseTo(1000, 9);
  });

  test("that is compressed takes its compressor's time, and fewer bytes", () => {
    const times = [compression("json", "zstd", 7_000, 2_000, 40)];
    const cells = both("json", 300_000, 500_000, 0, { bytes: 10_000, compressed_bytes: { zstd: 4_000 } });
    const json = of(weights(cells, 10, "zstd", times), "json");
    expect(json).toMatchObject({
      compress: { estimate: 700, half: 4 },
      decompress: { estimate: 200, half: 4 },
      bytes: 400,
    });
    const { estimate, half } = model.total(json, SCENARIO);
    expect(estimate).toBeCloseTo(30_000 + 700 + 400_000 + 200 + 50_000 + 1_000_000);
    expect(half).toBeCloseTo(4 + 4);
  });

  test.each<[Interval, number, number]>([
    [{ estimate: 50_000, low: 40_000, high: 60_000 }, 6_000, 6_000],
    // A bound from few processes may lie far above the gross time, of which the net is a part.
    [{ estimate: 5_000, low: 4_000, high: 7_000 }, 3_500, 3_500],
    [{ estimate: 5_000, low: 1_000, high: 25_000 }, 5_000, 7_000],
    [{ estimate: 5_000, low: null, high: null }, 5_000, 7_000],
  ])("of at most 12 µs, gross %o, takes what lies in the middle", (gross_ns, estimate, half) => {
    const cells = [cell("json", "encode", 12_000, null, { atMost: true, gross_ns }), cell("json", "decode")];
    expect(of(weights(cells), "json").encode).toEqual({ estimate, half });
  });

  test("whose error is not known in one part is not known to any error", () => {
    const json = of(weights([cell("json", "encode", 100, null), cell("json", "decode", 100, 1)]), "json");
    expect(json.processor).toEqual({ estimate: 200, half: null });
    expect(model.total(json, SCENARIO).half).toBeNull();
    expect(model.money(json.processor, json.bytes, SCENARIO).half).toBeNull();
  });

  test("of which the run lacks numbers cannot be weighed, and says which", () => {
    const document = documentOf(both("json", 1, 1, 1, { compressed_bytes: { gzip: 10 }, bytes: null }));
    const [json] = candidatesOf(document, payloadOf(), "python");
    if (!json) throw new Error("no json");
    expect(model.missing(json, "none")).toEqual(["encoded size"]);
    expect(model.missing(json, "zstd")).toEqual(["size after zstd", "times of zstd for json"]);
    expect(model.missing(json, "gzip")).toEqual(["times of gzip for json"]);
    expect(model.weigh(json, "gzip")).toBeNull();
  });
});

describe("what one takes less than another", () => {
  test("is sharper by a ratio that was paired: b − c = b (1 − r)", () => {
    const known = weights([
      cell("json", "encode", 1000, 100),
      cell("json", "decode", 2000, 200),
      cell("fast", "encode", 200, 30, { relative: ["python/json", 0.2, 0.01] }),
      cell("fast", "decode", 1000, 40, { relative: ["python/other", 0.2, 0.01] }),
    ]);
    const { processor } = model.difference(of(known, "json"), of(known, "fast"));
    expect(processor.estimate).toBe(800 + 1000);
    expect(processor.half).toBeCloseTo(Math.hypot(1000 * 0.01, 0.8 * 100) + Math.hypot(200, 40), 9);
  });

  test("has no error where both have the same half", () => {
    const plain = [cell("json", "encode", 1000, 100), cell("json", "decode", 2000, 200)];
    const known = weights([...plain, cell("json[x]", "encode", 700, 7)]);
    const { processor } = model.difference(of(known, "json"), of(known, "json[x]"));
    expect(processor.estimate).toBe(300);
    expect(processor.half).toBeCloseTo(Math.hypot(100, 7), 9);
  });

  test("has the compressors' error only where they are of two formats", () => {
    const times = [compression("json", "gzip", 100, 50, 3), compression("msgpack", "gzip", 80, 40, 4)];
    const sizes: About = { compressed_bytes: { gzip: 500 } };
    const cells = [
      ...both("json", 10, 10, 0, sizes),
      ...both("other", 10, 10, 0, sizes),
      ...both("mp", 10, 10, 0, { ...sizes, format: "msgpack" }),
    ];
    const known = weights(cells, 1, "gzip", times);
    expect(model.difference(of(known, "json"), of(known, "other")).processor).toEqual({ estimate: 0, half: 0 });
    const { estimate, half } = model.difference(of(known, "json"), of(known, "mp")).processor;
    expect([estimate, half]).toEqual([30, Math.hypot(3 + 3, 4 + 4)]);
  });
});

describe("where two cross", () => {
  test("1,000 bytes more against 1 ms more: 8,000 bits in a millisecond", () => {
    const known = weights([
      ...both("heavy", 0, 0, 10, { bytes: 2000 }),
      ...both("light", 500_000, 500_000, 10, { bytes: 1000 }),
    ]);
    const [heavy, light] = [of(known, "heavy"), of(known, "light")];
    expect([crossover(heavy, light), crossover(light, heavy)]).toEqual([8e6, 8e6]);
    expect(model.total(heavy, SCENARIO).estimate).toBeCloseTo(model.total(light, SCENARIO).estimate);
  });

  test("is nowhere where one always wins", () => {
    const known = weights([
      ...both("best", 1, 1, 1, { bytes: 10 }),
      ...both("worst", 2, 2, 1, { bytes: 20 }),
      ...both("same", 1, 1, 1, { bytes: 20 }),
    ]);
    const [best, worst, same] = [of(known, "best"), of(known, "worst"), of(known, "same")];
    expect([crossover(best, worst), crossover(best, same), crossover(same, worst)]).toEqual([null, null, null]);
  });

  test("nothing has no envelope", () => expect(envelope([])).toEqual([]));
});

describe("laws", () => {
  const some = (chance: Chance, least: number, most: number) => {
    const time = () => chance.pick(0, chance.whole(0, 1e9) / 1000, chance.spread(1, 1e9));
    const cells = chance.many(least, most, (at) =>
      both(`codec-${at}`, time(), time(), chance.whole(0, 1e6), { bytes: chance.whole(1, chance.pick(100, 1e6)) }),
    );
    return [...weights(cells.flat()).values()];
  };
  const at = (bandwidth_bits_per_s: number): Scenario => ({ ...SCENARIO, bandwidth_bits_per_s });
  const somewhere = (chance: Chance) => chance.spread(1e3, 1e12);

  test("an error lies between the largest of its parts and their sum", () => {
    for (const chance of examples(50)) {
      const halves = chance.many(0, 5, () => chance.whole(0, 1e6));
      const found = model.quadrature(...halves);
      expect(found).toBeGreaterThanOrEqual(Math.max(0, ...halves) * (1 - 1e-9));
      expect(found).toBeLessThanOrEqual((model.inFull(...halves) ?? 0) * (1 + 1e-9));
      expect(model.quadrature(...halves, null)).toBeNull();
    }
  });

  test("a saving is the difference of totals, and one way the other way round", () => {
    for (const chance of examples(100)) {
      const [first, second] = some(chance, 2, 2) as [Weight, Weight];
      const scenario = at(somewhere(chance));
      const [there, back] = [model.difference(first, second), model.difference(second, first)];
      for (const saved of [model.savedTime, model.savedCores, model.savedMoney]) {
        expect(saved(there, scenario).estimate).toBe(-saved(back, scenario).estimate || 0);
        expect(saved(there, scenario).half).toBe(saved(back, scenario).half);
      }
      const [one, other] = [first, second].map((weight) => model.total(weight, scenario).estimate) as [number, number];
      const error = Math.abs(model.savedTime(there, scenario).estimate - (one - other));
      expect(error).toBeLessThanOrEqual(Math.max(one, other) * 1e-12);
    }
  });

  test("a slower link never helps the heavier", () => {
    for (const chance of examples(100)) {
      const [light, heavy] = some(chance, 2, 2).sort((a, b) => a.bytes - b.bytes) as [Weight, Weight];
      const [slow, fast] = [somewhere(chance), somewhere(chance)].sort((a, b) => a - b) as [number, number];
      const lead = (link: number) => model.savedTime(model.difference(heavy, light), at(link)).estimate;
      expect(lead(slow)).toBeGreaterThanOrEqual(lead(fast));
    }
  });

  test("the envelope is the least everywhere", () => {
    for (const chance of examples(100)) {
      const known = some(chance, 1, 8);
      const segments = envelope(known);
      expect([segments[0]?.fromBitsPerS, segments.at(-1)?.toBitsPerS]).toEqual([1e3, 1e12]);
      expect(segments.slice(1).map(({ fromBitsPerS }) => fromBitsPerS)).toEqual(
        segments.slice(0, -1).map(({ toBitsPerS }) => toBitsPerS),
      );
      for (const link of chance.many(1, 8, () => somewhere(chance))) {
        const least = Math.min(...known.map((weight) => model.total(weight, at(link)).estimate));
        const part = segments.find(({ fromBitsPerS, toBitsPerS }) => fromBitsPerS <= link && link <= toBitsPerS);
        const found = part && model.total(part.best, at(link)).estimate;
        expect(Math.abs((found ?? NaN) - least)).toBeLessThanOrEqual(least * 1e-9);
      }
    }
  });
});
