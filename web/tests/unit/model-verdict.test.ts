/** What is advised: by hand, and by the rules that no run and no scenario may break. */
import { describe, expect, test } from "vitest";
import type { Cell } from "../../src/data/document";
import { advise } from "../../src/model/advise";
import { lossesOf } from "../../src/model/candidates";
import type { Contest } from "../../src/model/contest";
import { closeCallsOf, verdictsAlong } from "../../src/model/flips";
import { isSaturated, total } from "../../src/model/model";
import { USUAL, type Scenario } from "../../src/model/scenario";
import { further, headline, moreSeconds, sentence } from "../../src/model/sentences";
import { Spot } from "../../src/model/spot";
import { decide, objective, saved } from "../../src/model/verdict";
import {
  both,
  cell,
  compression,
  considered,
  decided,
  distrusted,
  documentOf,
  own,
  payloadOf,
  WIRE,
  type About,
} from "./advice-run";
import { examples, type Chance } from "./chance";

const JSON_ = both("json", 50_000, 50_000, 100, { bytes: 1000, ...own() }); // 1.1 ms
const FAST = both("fast", 20_000, 20_000, 100, { bytes: 1000 }); // 1.04 ms: 5.45 % less
const PACKED: About = { format: "msgpack" };

/** What may not be advised, and why. */
function barred({ contest }: { contest: Contest }): Record<string, string[]> {
  return Object.fromEntries(
    [...contest.excluded].map(([name, { reasons }]) => [name, reasons.map(({ text }) => text)]),
  );
}

function advised(cells: readonly Cell[], change: Partial<Scenario> = {}): [string, string] {
  const { kind, best } = decided(cells, { ...WIRE, ...change }).verdict;
  return [kind, best.name];
}

describe("another library", () => {
  test("is advised for a gain that is certain and enough", () =>
    expect(advised([...JSON_, ...FAST])).toEqual(["library", "fast"]));

  test("a gain under the threshold, of little processor time, is no reason to change", () => {
    const { verdict } = decided([...JSON_, ...both("fast", 40_000, 40_000, 100, { bytes: 1000 })]);
    expect([verdict.kind, verdict.library.outcome, verdict.rejected === verdict.library]).toEqual([
      "stay",
      "threshold",
      true,
    ]);
  });

  test("that spares much processor time is advised though the link hides that", () => {
    const cells = [...JSON_, ...FAST];
    const scenario = { ...WIRE, bandwidth_bits_per_s: 8e4 };
    const of = decided(cells, scenario);
    expect([of.verdict.kind, of.verdict.best.name, of.verdict.library.by]).toEqual(["library", "fast", "processor"]);
    expect(sentence(of, documentOf(cells), scenario)).toBe(
      "Stay with JSON, but use fast: it saves 60 % of the processor time, 0.06 % of a 100 ms call, against json.",
    );
    expect(headline(of, documentOf(cells), scenario)).toBe("Stay with JSON, but use fast: 60 % less CPU time");
  });

  test.each<[string, Cell[], Partial<Scenario>]>([
    ["where a call takes longer", both("fast", 20_000, 20_000, 100, { bytes: 1100 }), {}],
    ["where that may be noise", both("fast", 20_000, 20_000, 70_000, { bytes: 1000 }), {}],
    ["where it is a fifth", both("fast", 40_000, 40_000, 100, { bytes: 1000 }), {}],
    [
      "for what reuses its buffers",
      both("fast", 20_000, 20_000, 9, { bytes: 1000, policies: { buffers: "reuse" } }),
      {},
    ],
    ["where only money counts", FAST, { minimise: "cost" }],
  ])("but not %s", (_, cells, change) => {
    expect(advised([...JSON_, ...cells], { bandwidth_bits_per_s: 8e4, ...change })[0]).toBe("stay");
  });

  test("a certain gain is preferred to a larger one that may be noise", () => {
    expect(advised([...JSON_, ...both("noisy", 10_000, 10_000, 90_000, { bytes: 1000 }), ...FAST])).toEqual([
      "library",
      "fast",
    ]);
  });
});

describe("another format", () => {
  const packed = (bytes: number) => both("packed", 20_000, 20_000, 100, { bytes, ...PACKED });

  test("has to beat the best library, too", () => {
    expect(advised([...JSON_, ...FAST, ...packed(990)])).toEqual(["library", "fast"]);
    expect(advised([...JSON_, ...FAST, ...packed(900)])).toEqual(["format", "packed"]);
  });

  test("has to beat a library that is almost enough: for half a per cent nobody changes the format", () => {
    const cells = [
      ...both("json", 50_000, 50_000, 10, { bytes: 10_000, ...own() }),
      ...both("almost", 40_000, 40_000, 10, { bytes: 9530 }),
      ...both("packed", 40_000, 40_000, 10, { bytes: 9470, ...PACKED }),
    ];
    const of = decided(cells);
    expect([of.verdict.kind, of.verdict.format.reference.name]).toEqual(["stay", "almost"]);
    expect(sentence(of, documentOf(cells), WIRE)).toContain("the best other library, almost,");
    expect(further(of, documentOf(cells), WIRE)).toMatch(
      /^No other format either: the best of them, packed, saves .* against almost,/,
    );
  });

  test("size decides on a slow link, the processor on a fast one", () => {
    const small = both("small", 150_000, 150_000, 100, { bytes: 500, ...PACKED });
    expect(advised([...JSON_, ...small])).toEqual(["format", "small"]);
    expect(advised([...JSON_, ...small], { bandwidth_bits_per_s: 1e9 })).toEqual(["stay", "json"]);
  });

  test("what counts may be money: half the bytes for three times the processor", () => {
    const small = both("small", 150_000, 150_000, 100, { bytes: 500, ...PACKED });
    const cost: Partial<Scenario> = { minimise: "cost", bandwidth_bits_per_s: 1e9 };
    expect(advised([...JSON_, ...small], cost)).toEqual(["format", "small"]);
    expect(advised([...JSON_, ...small], { ...cost, egress_price_per_gigabyte: 0 })).toEqual(["stay", "json"]);
  });

  test("a change that pays back too late is not advised where money counts", () => {
    // Traffic for half of 1 kB a second for a month is 1.314 GB, 0.118 of money.
    const small = both("small", 50_000, 50_000, 0, { bytes: 500, ...PACKED });
    const cost: Partial<Scenario> = { minimise: "cost", change_cost: 1.5 };
    const { verdict } = decided([...JSON_, ...small], { ...WIRE, ...cost });
    expect([verdict.kind, verdict.format.outcome]).toEqual(["stay", "payback"]);
    expect(advised([...JSON_, ...small], { ...cost, change_cost: 1.4 })).toEqual(["format", "small"]);
    expect(advised([...JSON_, ...small], { ...cost, payback_months: 13 })).toEqual(["format", "small"]);
    expect(advised([...JSON_, ...small], { ...cost, minimise: "latency" })).toEqual(["format", "small"]);
  });
});

describe("undecided", () => {
  const doubtful = both("fast", 20_000, 20_000, 60_000, { bytes: 1000 }); // saves 60 ± 85 µs of 1.1 ms

  test("is what the numbers neither advise nor advise against, and how much longer would tell", () => {
    const document = documentOf([...JSON_, ...doubtful]);
    const of = considered(document);
    expect([of.verdict?.kind, of.verdict?.best.name]).toEqual(["undecided", "json"]);
    const { half } = saved(of.contest?.less(of.contest.baseline, of.contest.others[0] as never) as never, WIRE);
    // Half-widths shrink with the square root of the time, and are to shrink to what is saved.
    expect(moreSeconds(of, document)).toBeCloseTo(120 * ((Number(half) / 60_000) ** 2 - 1), 6);
    expect(headline(of, document, WIRE)).toMatch(
      /^Undecided between json and fast; about \d+ (s|minutes) more of measuring would tell$/,
    );
    expect(sentence(of, document, WIRE)).toMatch(
      /^Undecided: fast saves 60\.0 ± \d+ µs of a 1\.10 ms call .*would tell\.$/,
    );
  });

  test("is nothing whose whole interval lies below the threshold", () => {
    expect(advised([...JSON_, ...both("fast", 49_000, 49_000, 10_000, { bytes: 1000 })])).toEqual(["stay", "json"]);
  });

  test("is not hidden by what surely saves too little", () => {
    const sure = both("sure", 48_000, 48_000, 100, { bytes: 1000 });
    expect(advised([...JSON_, ...sure])).toEqual(["stay", "json"]);
    const of = decided([...JSON_, ...sure, ...doubtful]);
    expect([of.verdict.kind, of.verdict.undecided?.challenger.name]).toEqual(["undecided", "fast"]);
  });

  test("is a format that may beat the best library, or may not", () => {
    const almost = both("almost", 40_000, 40_000, 10, { bytes: 1000 });
    const packed = both("packed", 20_000, 20_000, 60_000, { bytes: 1000, ...PACKED });
    const of = decided([...JSON_, ...almost, ...packed], { ...WIRE, threshold: 0.03 });
    expect([of.verdict.kind, of.verdict.undecided?.challenger.name]).toEqual(["undecided", "packed"]);
  });

  test("nobody is asked for more than an hour", () => {
    const document = documentOf([...JSON_, ...both("fast", 49_500, 49_500, 2_000_000, { bytes: 1000 })]);
    expect(headline(considered(document), document, WIRE)).toMatch(/no reasonable time of measuring would tell$/);
  });
});

describe("one thing that is asked about", () => {
  const cells = [...JSON_, ...FAST, ...both("packed", 20_000, 20_000, 100, { bytes: 500, ...PACKED })];
  const asked = (to: string, more: Cell[] = [], change: Partial<Scenario> = {}) => {
    const scenario = { ...WIRE, to, ...change };
    const document = documentOf([...cells, ...more]);
    const of = considered(document, scenario);
    return { of, said: sentence(of, document, scenario), more: further(of, document, scenario) };
  };

  test("is a format, or a codec", () => {
    expect(asked("msgpack").said).toMatch(/^Yes: move to MessagePack with packed: it saves/);
    expect(asked("fast").said).toMatch(/^Yes: stay with JSON, but use fast/);
    // Nothing else is advised, though packed is better.
    expect(asked("json").of.verdict?.best.name).toBe("fast");
  });

  test("is refused with its own numbers", () => {
    expect(asked("slow", both("slow", 90_000, 90_000, 100)).said).toMatch(
      /^No: slow takes 80\.0 ± .* µs longer than json\.$/,
    );
    const little = both("little", 50_000, 50_000, 10, { bytes: 990, format: "protobuf" });
    expect(asked("protobuf", little, { to: "protobuf" }).said).toMatch(
      /^No: little, the best for Protocol Buffers, takes .* longer than fast, the best for JSON\.$/,
    );
  });

  test("is no format for what a library gives as well", () => {
    const close = both("close", 20_000, 20_000, 100, { bytes: 980, format: "protobuf" });
    const { of, said, more } = asked("protobuf", close);
    expect([of.verdict?.kind, of.verdict?.rejected?.challenger?.name]).toEqual(["stay", "close"]);
    expect(said).toMatch(/^No: close, the best for .*, saves .* \(1\.9 %\) against fast, the best for JSON, under the/);
    expect(more).toMatch(/^Against json it saves .* \(7\.3 %\), but a part of that comes with fast alone\.$/);
  });

  test("may not be advised, and the option that lets it in is named with what follows", () => {
    const lossy = (time: number) => both("lossy", time, time, 0, { losses: ["int53"] });
    expect(asked("lossy", lossy(1)).said).toMatch(
      /^No: lossy is left out: loses int53\. With --accept int53: yes: stay with JSON, but use lossy: it saves 100 ± /,
    );
    expect(asked("lossy", lossy(90_000)).said).toMatch(/With --accept int53: no: lossy takes .* longer than json\.$/);
    expect(asked("packed", [], { requirements: ["readable", "exact"] }).said).toMatch(
      /^No: packed is left out: not readable without a tool\. Without --require readable: yes: move to/,
    );
    const pickle = both("pickle", 10, 10, 0, { bytes: 100, format: "pickle" });
    expect(asked("pickle", pickle).said).toMatch(
      /^No: pickle is left out: made for Python alone\. Otherwise it saves 1\.00 ms ± .* call \(91 %\)\.$/,
    );
  });

  test("may not fit through the link", () => {
    const wide = both("wide", 10, 10, 0, { bytes: 5000, format: "protobuf" });
    expect(asked("protobuf", wide, { messages_per_s: 30_000, bandwidth_bits_per_s: 1e9 }).said).toBe(
      "No: wide needs 120 % of 1 Gbit/s at 30 000/s.",
    );
  });

  test("is not there, or is what others are compared with", () => {
    expect(asked("cbor").said).toMatch(/^No answer: this run has no cbor here/);
    expect(asked("cbor").of).toMatchObject({ obstacle: "absent", verdict: null });
    expect(asked("packed", [], { baseline: "packed" }).said).toMatch(/^No answer: packed is what others are compared/);
  });
});

describe("close calls", () => {
  const near = (bandwidth: number) => {
    const times = ["json", "msgpack"].map((form) => compression(form, "gzip", 10, 10));
    const sizes = (bytes: number, gzip: number): About => ({ bytes, compressed_bytes: { gzip } });
    const document = documentOf(
      [
        ...both("json", 50_000, 50_000, 10, { ...sizes(1000, 300), ...own() }),
        ...both("packed", 50_000, 50_000, 10, { ...sizes(800, 299), ...PACKED }),
      ],
      [payloadOf("orders", { compression: times })],
    );
    const scenario = { ...WIRE, bandwidth_bits_per_s: bandwidth };
    return closeCallsOf(considered(document, scenario), document, scenario);
  };

  test("are none where it is a library's processor time that is judged", () => {
    const times = [compression("json", "gzip", 500_000, 500_000)];
    const sizes: About = { bytes: 1000, compressed_bytes: { gzip: 990 } };
    const document = documentOf(
      [...both("json", 50_000, 50_000, 10, { ...sizes, ...own() }), ...both("fast", 20_000, 20_000, 10, sizes)],
      [payloadOf("orders", { compression: times })],
    );
    const scenario = { ...WIRE, bandwidth_bits_per_s: 8e4 };
    const of = considered(document, scenario);
    expect([of.verdict?.library.by, closeCallsOf(of, document, scenario)]).toEqual(["processor", []]);
  });

  test("say what would turn the verdict", () => {
    expect(near(8e6)).toEqual(["with gzip stay with json"]);
    expect(near(2e8)).toEqual(["with twice the bandwidth stay with json", "with gzip stay with json"]);
    expect(near(3e8)).toEqual(["with half the bandwidth move to packed"]);
    expect(near(1e12)).toEqual([]);
  });
});

describe("who may be advised", () => {
  test("what loses no more than the baseline", () => {
    const lossy: About = { losses: ["int53"] };
    const cells = [
      ...both("json", 50_000, 50_000, 100, { bytes: 1000, ...own(), ...lossy }),
      ...both("fast", 20_000, 20_000, 100, { bytes: 1000, ...lossy }),
      ...both("worse", 1, 1, 0, { losses: ["int53", "float32"], bytes: 10 }),
    ];
    const { verdict, contest } = decided(cells);
    expect([verdict.best.name, barred({ contest })]).toEqual(["fast", { worse: ["loses float32"] }]);
    expect(advised(cells, { accepted: ["float32"] })[1]).toBe("worse");
    expect(advised(cells, { requirements: ["exact"] })).toEqual(["stay", "json"]);
  });

  test("not what starts from a tree of its own library", () => {
    const { contest } = decided([
      ...JSON_,
      cell("json[prebuilt]", "encode", 1, 0, { policies: { starts_from: "library" } }),
    ]);
    expect([...contest.excluded.keys()]).toEqual(["json[prebuilt]"]);
  });

  test("what is made for one language only to those who use such a format", () => {
    const pickle = both("pickle", 10, 10, 0, { bytes: 100, format: "pickle" });
    const { contest, verdict } = decided([...JSON_, ...pickle]);
    expect([verdict.kind, barred({ contest })]).toEqual(["stay", { pickle: ["made for Python alone"] }]);
    const marshal = both("marshal", 50_000, 50_000, 0, { bytes: 900, format: "marshal", ...own() });
    expect(advised([...JSON_, ...pickle, ...marshal], { baseline: "marshal" })).toEqual(["format", "pickle"]);
  });

  test.each<[Scenario["requirements"][number], About, string]>([
    ["maintained", { released: "2023-11-19" }, "released 2023-11-19, long before the run"],
    ["maintained", { released: null }, "when it was released is not known from this run"],
    ["schemaless", { format: "protobuf" }, "needs a schema"],
    ["schemaless", { format: "unheard-of" }, "whether it needs a schema is not known from this run"],
    ["readable", { format: "msgpack" }, "not readable without a tool"],
    ["checked", { policies: { utf8: "unchecked" } }, "UTF-8 not checked"],
    ["owned", { policies: { strings: "borrowed" } }, "strings borrowed"],
    ["fresh", { policies: { buffers: "reuse" } }, "buffers reused"],
  ])("%s is required of %o", (requirement, about, reason) => {
    const cells = [...JSON_, ...both("rival", 1, 1, 0, { bytes: 100, ...about })];
    expect(advised(cells)[1]).toBe("rival");
    const { contest, verdict } = decided(cells, { ...WIRE, requirements: [requirement] });
    expect([verdict.best.name, barred({ contest })]).toEqual(["json", { rival: [reason] }]);
  });

  test("a concession has to be worth it", () => {
    const reuse: About = { policies: { buffers: "reuse" } };
    const little = both("fast[reuse]", 19_000, 19_000, 100, { bytes: 1000, ...reuse });
    const much = both("fast[reuse]", 5_000, 5_000, 100, { bytes: 940, ...reuse });
    expect(advised([...JSON_, ...FAST, ...little])).toEqual(["library", "fast"]);
    expect(advised([...JSON_, ...FAST, ...much])).toEqual(["library", "fast[reuse]"]);
    expect(advised([...JSON_, ...little])).toEqual(["library", "fast[reuse]"]);
  });

  test("not what was measured once", () => {
    const { contest } = decided([...JSON_, ...both("once", 1, 1, null)]);
    expect(barred({ contest })["once"]?.[0]).toContain("too few processes");
  });
});

describe("there is nothing to advise", () => {
  test("where no codec fits through the link; what does is advised, whatever it takes", () => {
    // At 2,000 a second, 8 Mbit/s carry 500 bytes.
    const busy = { ...WIRE, messages_per_s: 2000 };
    const large = both("large", 1, 1, 0, { bytes: 500, ...PACKED });
    const cells = [...JSON_, ...both("small", 900_000, 900_000, 100, { bytes: 499, ...PACKED }), ...large];
    expect(sentence(decided(cells, busy), documentOf(cells), busy)).toBe(
      "Move to MessagePack with small: json needs 200 % of the link at 2 000/s, small 100 %.",
    );
    const document = documentOf([...JSON_, ...large]);
    const nothing = considered(document, busy);
    expect([nothing.obstacle, nothing.verdict?.kind]).toEqual(["saturated", "none"]);
    expect(sentence(nothing, document, busy)).toContain("even large, the smallest, needs 100 % of 8 Mbit/s");
    expect(headline(nothing, document, busy)).toBe("No codec fits through the link");
  });

  test("in a run of one process, but more time", () => {
    const document = documentOf(both("json", 1, 1, null, { processes: 1, ...own() }));
    const of = considered(document);
    expect([of.obstacle, of.budgetS]).toEqual(["too-short", 600]);
    expect(sentence(of, document, WIRE)).toContain("--budget 600s");
  });

  test("in a run that failed its own check", () => {
    const document = distrusted(documentOf([...JSON_, ...FAST]));
    expect(considered(document).obstacle).toBe("self-check");
    expect(sentence(considered(document), document, WIRE)).toContain("3 differ from themselves");
  });

  test("where numbers are missing, which are named", () => {
    const document = documentOf(JSON_);
    const zstd: Scenario = { ...WIRE, compressor: "zstd" };
    expect(sentence(considered(document, zstd), document, zstd)).toBe(
      "No advice: this run lacks json's size after zstd, json's times of zstd for json.",
    );
    expect(considered(documentOf([cell("json", "decode")])).lacking).toEqual(["a codec that both encodes and decodes"]);
    expect(considered(documentOf(both("json", 1, 1))).lacking[0]).toContain("--baseline");
  });
});

test("a message waits for its batch, on average for half of the others", () => {
  const sizes = [
    {
      payload: "orders",
      format: "json",
      bytes: 1000,
      reference: "json",
      compressed: { "zstd-batch": { bytes: 200, messages_per_batch: 101 } },
    },
  ];
  const cells = both("json", 0, 1, 0, { bytes: 1000, compressed_bytes: { "zstd-batch": 200 }, ...own() });
  const payload = payloadOf("orders", { sizes, compression: [compression("json", "zstd-batch", 0, 0, 0)] });
  const scenario: Scenario = { ...WIRE, compressor: "zstd-batch", messages_per_s: 10 };
  const { contest } = considered(documentOf(cells, [payload]), scenario);
  expect(contest && total(contest.baseline, scenario).estimate).toBeCloseTo(5e9 + 101 * 200_001, 0);
});

describe("a compressor that would do more", () => {
  const advice = (gzip: number) => {
    const compressed = { "zstd-dict": { bytes: gzip, dictionary_bytes: 1400 } };
    const sizes = [{ payload: "orders", format: "json", bytes: 1000, reference: "json", compressed }];
    const compression_ = [compression("json", "zstd-dict", 10, 10)];
    const cells = both("json", 100, 100, 1, { bytes: 1000, compressed_bytes: { "zstd-dict": gzip }, ...own() });
    const document = documentOf(cells, [payloadOf("orders", { sizes, compression: compression_ })]);
    return (scenario: Scenario) => advise(document, scenario).advice[0];
  };

  test("is named with what it takes", () => {
    expect(advice(300)(WIRE)?.facts).toContainEqual({
      label: "compress",
      parts: ["with zstd-dict and json 300 µs a message instead of 1.00 ms, 300 bytes instead of 1 000"],
    });
    expect(advice(990)(WIRE)?.facts.map(({ label }) => label)).not.toContain("compress");
  });

  test("and of a dictionary it is said that both ends hold it", () => {
    expect(advice(300)({ ...WIRE, compressor: "zstd-dict" })?.remarks).toEqual([
      "both ends hold a dictionary that was trained on such messages: 1.40 KB for json",
    ]);
  });
});

function rival(name: string, chance: Chance, about: About = {}): Cell[] {
  const half = chance.pick(0, 10, 1000, 100_000);
  return both(name, chance.whole(0, 1_000_000), chance.whole(1, 1_000_000), half, {
    bytes: chance.whole(1, 100_000),
    format: chance.pick("json", "msgpack", "protobuf"),
    losses: chance.pick<string[]>([], [], ["int53"]),
    policies: chance.pick<Record<string, string>>({}, { buffers: "reuse" }, { strings: "borrowed" }),
    ...about,
  });
}

function anyCase(chance: Chance) {
  const scenario: Scenario = {
    ...USUAL,
    bandwidth_bits_per_s: chance.spread(1e3, 1e12),
    rtt_s: chance.pick(0, 1e-4, 0.02),
    messages_per_s: chance.spread(0.1, 1e5),
    requirements: chance.pick<Scenario["requirements"]>([], [], ["exact"], ["readable"], ["owned", "fresh"]),
    minimise: chance.pick("latency", "cost"),
    threshold: chance.pick(0, 0.05, 0.3),
    change_cost: chance.pick(null, 1, 1e4),
  };
  const others = chance.many(0, 6, (at) => rival(`rival-${at}`, chance));
  const document = documentOf([...rival("json", chance, { format: "json", ...own() }), ...others.flat()]);
  return { scenario, document, of: considered(document, scenario) };
}

describe("in any run and any scenario", () => {
  test("a change is certain enough, admissible, and better than what there is of its own format", () => {
    for (const chance of examples(300)) {
      const { scenario, document, of } = anyCase(chance);
      if (!of.contest || !of.verdict) throw new Error("no verdict");
      const { baseline } = of.contest;
      const { best, kind, library } = of.verdict;
      expect(sentence(of, document, scenario)).not.toBe("");
      expect(headline(of, document, scenario)).not.toBe("");
      if (best === baseline) {
        expect(["none", "stay", "undecided"]).toContain(kind);
        continue;
      }
      expect(kind).toBe(best.format === "json" ? "library" : "format");
      expect(isSaturated(best, scenario)).toBe(false);
      expect([...of.contest.excluded.keys()]).not.toContain(best.name);
      expect(lossesOf(baseline.candidate)).toEqual(expect.arrayContaining(lossesOf(best.candidate)));
      if (isSaturated(baseline, scenario)) continue;
      const less = of.contest.less(baseline, best);
      const [gain, whole] =
        kind === "library" && library.by === "processor"
          ? [less.processor, baseline.processor.estimate * 0.25]
          : [saved(less, scenario), objective(baseline, scenario).estimate * scenario.threshold];
      expect(gain.estimate).toBeGreaterThan(Number(gain.half));
      expect(gain.estimate).toBeGreaterThanOrEqual(whole * (1 - 1e-12));
    }
  });

  test("staying means that nothing of the own format would do, or might, and that concedes nothing", () => {
    for (const chance of examples(300)) {
      const { scenario, of } = anyCase(chance);
      if (!of.contest || of.verdict?.kind !== "stay" || scenario.change_cost !== null) continue;
      const { baseline, others, conceding, less } = of.contest;
      const needed = scenario.threshold * objective(baseline, scenario).estimate;
      for (const other of others) {
        if (other.format !== "json" || conceding.has(other) || isSaturated(other, scenario)) continue;
        const { estimate, half } = saved(less(baseline, other), scenario);
        expect(estimate + (half ?? 0)).toBeLessThanOrEqual(needed * (1 + 1e-9) + 1e-9);
      }
    }
  });

  test.each(["bandwidth", "rate"] as const)("the verdict in a stretch of the %s is the same everywhere", (axis) => {
    for (const chance of examples(150)) {
      const { scenario, of } = anyCase(chance);
      const { contest } = of;
      if (!contest) throw new Error("no contest");
      const stretches = verdictsAlong(axis, contest, scenario);
      stretches.slice(1).forEach(({ from }, at) => expect(from).toBe(stretches[at]?.to));
      for (const value of chance.many(1, 6, () =>
        axis === "bandwidth" ? chance.spread(1.1e3, 0.9e12) : chance.spread(0.01, 1e8),
      )) {
        // On an edge, either is right.
        if (stretches.some(({ to }) => Math.abs(value - to) < 1e-6 * to)) continue;
        const changed = axis === "bandwidth" ? { bandwidth_bits_per_s: value } : { messages_per_s: value };
        const { kind, best } = decide(contest, new Spot({ ...scenario, ...changed }));
        const part = stretches.find(({ from, to }) => from <= value && value <= to);
        expect([part?.held.kind, part?.held.best.name]).toEqual([kind, best.name]);
      }
    }
  });
});
