/** Small messages: compressed in batches, which wait, or with a dictionary, which both ends hold. */
import { describe, expect, test } from "vitest";
import type { RunDocument, SizeRecord } from "../../src/data/document";
import { flipsTexts, remarksOn } from "../../src/model/advice";
import { candidatesOf } from "../../src/model/candidates";
import { compressingOf } from "../../src/model/compressing";
import type { Case } from "../../src/model/case";
import { contendersOf, ranked } from "../../src/model/contenders";
import { flipsOf, verdictsAlong } from "../../src/model/flips";
import * as model from "../../src/model/model";
import type { Weight } from "../../src/model/model";
import { partsOf } from "../../src/model/parts";
import type { Compressor, Scenario } from "../../src/model/scenario";
import { judge } from "../../src/model/verdict";
import { both, compression, considered, documentOf, own, payloadOf, WIRE } from "./advice-run";

type Compressed = SizeRecord["compressed"];

function sizes(format: string, compressed: Compressed, unsuited: SizeRecord["unsuited"] = {}): SizeRecord {
  return { payload: "orders", format, bytes: 6_000, compressed, unsuited, reference: "" };
}

const BATCH: Compressed = { "zstd-batch": { bytes: 1_200, messages_per_batch: 50 } };
const DICTIONARY: Compressed = { "zstd-dict": { bytes: 3_000, dictionary_bytes: 1_400 } };

/** A hundred messages of 60 bytes as JSON and 40 packed; 30 and 32 with a dictionary, 12 and 13 in batches of 50. */
function stream(): RunDocument {
  const after = (dictionary: number, batch: number) => ({ "zstd-dict": dictionary, "zstd-batch": batch });
  const times = (format: string) => [
    compression(format, "zstd-dict", 100_000, 50_000),
    compression(format, "zstd-batch", 40_000, 10_000),
  ];
  return documentOf(
    [
      ...both("json", 200_000, 300_000, 100, { ...own(), bytes: 6_000, compressed_bytes: after(3_000, 1_200) }),
      ...both("pack", 150_000, 150_000, 100, {
        format: "msgpack",
        bytes: 4_000,
        compressed_bytes: after(3_200, 1_300),
      }),
    ],
    [
      payloadOf("orders", {
        documents: 100,
        sizes: [sizes("json", { ...BATCH, ...DICTIONARY }), sizes("msgpack", { ...BATCH, ...DICTIONARY })],
        compression: [...times("json"), ...times("msgpack")],
      }),
    ],
  );
}

/** One message a second, at a byte a millisecond. */
const SLOW: Scenario = { ...WIRE, bandwidth_bits_per_s: 8e3, rtt_s: 0.01 };

function about(compressor: Compressor, scenario: Partial<Scenario> = {}, document = stream()): [Case, Scenario] {
  const asked = { ...SLOW, ...scenario, compressor };
  return [considered(document, asked), asked];
}

function weightOf(of: Case): Weight {
  if (of.contest === null) throw new Error("nothing was weighed");
  return of.contest.baseline;
}

describe("a batch", () => {
  const [of, scenario] = about("zstd-batch");
  const json = weightOf(of);

  test("is sent as one, when its last message is there", () => {
    expect(json).toMatchObject({ batch: 50, bytes: 12 });
    expect(model.waitNs(json, scenario)).toBe(24.5e9);
    // 24.5 s, 50 × (2 + 3 + 0.4 + 0.1 µs), 600 bytes, and the round trip
    expect(model.total(json, scenario).estimate).toBeCloseTo(24.5e9 + 50 * 5_500 + 600e6 + 10e6, 3);
    expect(model.total(json, scenario).half).toBeCloseTo(50 * Number(json.processor.half), 9);
  });

  test("costs and fills the link by its messages, however long they wait", () => {
    expect(model.cores(json.processor, scenario).estimate).toBeCloseTo(5.5e-6, 15);
    expect(model.load(json, scenario)).toBeCloseTo(0.012, 12);
  });

  test("saves what all of it saves", () => {
    const pack = of.contest?.others[0];
    if (!pack) throw new Error("no rival");
    const less = model.difference(json, pack);
    expect(less).toMatchObject({ batch: 50, bytes: -1 });
    const { estimate } = model.savedTime(less, scenario);
    expect(estimate).toBeCloseTo(model.total(json, scenario).estimate - model.total(pack, scenario).estimate, 3);
  });

  test("waits less the more messages there are, so that the same saving comes to count", () => {
    const [of] = about("zstd-batch", { bandwidth_bits_per_s: 8e9, rtt_s: 0 });
    if (of.contest === null) throw new Error("nothing was weighed");
    const { contest } = of;
    const [pack] = contest.others as [Weight];
    const link: Scenario = { ...scenario, bandwidth_bits_per_s: 8e9, rtt_s: 0 };
    const stretches = verdictsAlong("rate", contest, link);
    // 100 µs of 250 + 24.5 s / rate are a twentieth from some 14,000/s on; each stretch ends where judging turns.
    const turn = stretches.find(({ held }) => held.kind === "format")?.from ?? NaN;
    expect(turn).toBeGreaterThan(10_000);
    expect(judge(contest, contest.baseline, pack, { ...link, messages_per_s: turn * 0.999 })).toBe("threshold");
    expect(judge(contest, contest.baseline, pack, { ...link, messages_per_s: turn * 1.001 })).toBe("change");
  });

  test("is said to wait", () => {
    expect(remarksOn(of, stream(), scenario)).toEqual([
      "messages wait for a batch of 50: 24.5 s on average, which is counted",
    ]);
  });

  test("has its wait among the parts of its time", () => {
    const document = stream();
    const [payload] = document.run.payloads as [RunDocument["run"]["payloads"][0]];
    const contenders = contendersOf(document, payload, ["python"], document.cells, "zstd-batch", null);
    const { rows, present, cut } = partsOf(ranked(contenders, scenario), scenario);
    expect(present).toEqual(["encode", "compress", "transfer", "decompress", "decode", "wait", "round trip"]);
    expect(cut).toBeCloseTo(24.51e9 / (50 * 13e6 + 50 * 3_500), 3);
    const [wait, roundTrip] = rows.filter(({ id, part }) => id === "python/json" && /wait|trip/.test(part));
    expect(wait?.text).toBe("24.5 s");
    expect([wait?.to, roundTrip?.text]).toEqual([roundTrip?.from, "10.0 ms"]);
  });
});

describe("a dictionary", () => {
  const [of, scenario] = about("zstd-dict");

  test("makes nobody wait, and has to be at both ends", () => {
    expect(weightOf(of)).toMatchObject({ batch: 1, bytes: 30 });
    expect(model.total(weightOf(of), scenario).estimate).toBeCloseTo(30e6 + 2_000 + 3_000 + 1_000 + 500 + 10e6, 3);
    expect(remarksOn(of, stream(), scenario)).toEqual([
      "both ends hold a dictionary that was trained on such messages: 1.40 KB for json, 1.40 KB for msgpack",
    ]);
  });

  test("is named where it does more than the best codec as asked, and turns the advice", () => {
    const [of, scenario] = about("none");
    const flips = flipsOf(of, stream(), scenario);
    expect(of.verdict?.best.name).toBe("pack");
    expect(compressingOf(of, flips, scenario)).toEqual([
      "with zstd-dict and json 40.0 ms a message instead of 50.0 ms, 30.0 bytes instead of 40.0",
    ]);
    expect(flipsTexts(of, flips, scenario).join("; ")).toContain("with zstd-dict or zstd-batch stay with json");
  });

  test("is not named where it does no more", () => {
    for (const [of, scenario] of [about("zstd-dict"), about("none", { bandwidth_bits_per_s: 8e9, rtt_s: 0 })]) {
      expect(compressingOf(of, flipsOf(of, stream(), scenario), scenario)).toEqual([]);
    }
  });

  test("lets messages through a link that is full without it; by the month, a batch is less", () => {
    const [full, scenario] = about("none", { messages_per_s: 30 });
    expect(full.obstacle).toBe("saturated");
    expect(compressingOf(full, flipsOf(full, stream(), scenario), scenario)[0]).toBe(
      "with zstd-dict and json 40.0 ms a message, 30.0 bytes instead of 60.0",
    );
    const [cost, month] = about("none", { minimise: "cost", messages_per_s: 20 });
    expect(compressingOf(cost, flipsOf(cost, stream(), month), month)[0]).toMatch(/^with zstd-batch and .* a month/);
  });
});

describe("a compressor that has no use for a payload", () => {
  const document = stream();
  const few = "8 messages are too few";
  for (const payload of document.run.payloads) {
    payload.sizes = payload.sizes.map((size) => sizes(size.format, BATCH, { "zstd-dict": few }));
  }

  test("says why there is no advice", () => {
    const [of, scenario] = about("zstd-dict", {}, document);
    expect(of.obstacle).toBe("missing");
    expect(of.lacking).toEqual([`json's size after zstd-dict (${few})`]);
    const [json] = of.candidates;
    expect(json && model.missing(json, scenario.compressor)).toEqual([`size after zstd-dict (${few})`]);
  });

  test("is not asked about", () => {
    const [of, scenario] = about("none", {}, document);
    const asked = flipsOf(of, document, scenario).byCompressor.map(([compressor]) => compressor);
    expect(asked).not.toContain("zstd-dict");
    expect(asked).toContain("zstd-batch");
  });
});

test("a run of an earlier version knows neither batches nor dictionaries", () => {
  const document = documentOf(both("json", 1, 1, 1, own()));
  const [json] = candidatesOf(document, payloadOf(), "python");
  if (!json) throw new Error("no json");
  expect(model.missing(json, "zstd-dict")).toEqual(["size after zstd-dict", "times of zstd-dict for json"]);
});
