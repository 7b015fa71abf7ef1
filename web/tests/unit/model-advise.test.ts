/** The document of `weighbridge advise`. */
import { describe, expect, test } from "vitest";
import type { Advice } from "../../src/data/advice";
import type { Cell, RunDocument } from "../../src/data/document";
import { call } from "../../src/engine";
import { advise } from "../../src/model/advise";
import { readScenario, type Written } from "../../src/model/options";
import { both, distrusted, documentOf, own, payloadOf, smallRun, type About } from "./advice-run";

const JSON_CELLS = both("json", 50_000, 50_000, 100, own());

function advised(document: RunDocument, written: Written = {}, fits: (cell: Cell) => boolean = () => true): Advice[] {
  const chosen = document.cells.filter(fits).map(({ cell }) => cell);
  return advise(document, readScenario(written), chosen).advice;
}

function python(document: RunDocument, written: Written = {}): Advice {
  const [advice] = advised(document, written, ({ runner }) => runner === "python");
  if (!advice) throw new Error("no advice");
  return advice;
}

function fact(advice: Advice, label: string): string {
  return advice.facts.find((fact) => fact.label === label)?.parts.join("; ") ?? "";
}

describe("advice", () => {
  const document = documentOf(
    [
      ...JSON_CELLS,
      ...both("fast", 1000, 1000),
      ...both("json", 1, 1, 1, { participant: "node", language: "javascript" }),
      ...both("json", 1, 1, 1, { ...own(), payload: "small" }),
    ],
    [payloadOf(), payloadOf("small")],
  );
  const places = (fits?: (cell: Cell) => boolean) =>
    advised(document, {}, fits).map(({ payload, participant, language, title }) => [
      payload,
      participant,
      language,
      title,
    ]);

  test("is given for every payload and participant in the order of the run, or for what is chosen", () => {
    const [orders, node, small] = [
      ["orders", "python", "python", "Python"],
      ["orders", "node", "javascript", "JavaScript (Node.js)"],
      ["small", "python", "python", "Python"],
    ];
    expect(places()).toEqual([orders, node, small]);
    expect(advise(document, readScenario({})).advice).toHaveLength(3);
    expect(places(({ payload }) => payload === "small")).toEqual([small]);
    expect(places(({ language }) => language === "javascript")).toEqual([node]);
    expect(places(({ codec }) => codec === "fast")).toEqual([orders]);
  });

  test("is among what is chosen and what is used today, and knows the whole run", () => {
    const found = (fits: (cell: Cell) => boolean) =>
      advised(smallRun(), { rtt: "0" }, (cell) => cell.runner === "python" && fits(cell))[0];
    const names = (fits: (cell: Cell) => boolean) => found(fits)?.candidates.map(({ codec }) => codec);
    expect(names(({ format }) => format === "msgpack")).toEqual(["ormsgpack[reuse]", "ormsgpack", "json"]);
    expect(names(({ variant }) => variant === "reuse")).toEqual(["ormsgpack[reuse]", "json"]);
    expect(found(({ format }) => format === "msgpack")?.losses).toContainEqual({
      kind: "ecosystem",
      text: "MessagePack has a codec in 3 of 3 languages weighed, an exact one in 3 (JSON: 3 and 3)",
    });
  });

  test("takes plain JSON for a baseline that only another language has, and a format's name for it", () => {
    expect(advised(smallRun(), { baseline: "orjson" }).map(({ baseline }) => baseline?.codec)).toEqual([
      "orjson",
      "json",
      "json",
    ]);
    expect(python(smallRun(), { baseline: "json" }).baseline?.codec).toBe("json");
    expect(python(smallRun(), { baseline: "msgpack" }).baseline?.codec).toBe("json");
  });
});

describe("the numbers", () => {
  test("are those of the model", () => {
    const { kind, obstacle, baseline, best, savings, candidates, losses } = python(smallRun(), { rtt: "0" });
    if (!baseline || !best || !savings) throw new Error("no numbers");
    expect([kind, obstacle]).toEqual(["format", null]);
    const saved = baseline.total_ns.estimate - best.total_ns.estimate;
    expect(savings.total_ns.estimate).toBeCloseTo(saved, 6);
    expect(savings.total_share).toBeCloseTo(saved / baseline.total_ns.estimate, 12);
    const parts = [best.encode_ns, best.decode_ns, best.compress_ns, best.decompress_ns];
    const whole = parts.reduce((sum, { estimate }) => sum + estimate, best.transfer_ns);
    expect(best.total_ns.estimate).toBeCloseTo(whole, 6);
    expect([candidates[0]?.codec, savings.codec, best.codec]).toEqual(["ormsgpack[reuse]", "ormsgpack", "ormsgpack"]);
    expect(losses.map((loss) => loss.kind)).toEqual(["readability", "ecosystem"]);
  });

  test("of the best alternative are shown where the advice is to stay", () => {
    const { kind, best, baseline, savings } = python(smallRun(), { to: "msgpack" });
    expect([kind, best]).toEqual(["stay", baseline]);
    expect(savings?.codec).toBe("ormsgpack");
    expect(savings?.total_ns.low).toBeGreaterThan(0);
  });

  test("are none where the run cannot be trusted", () => {
    const advice = python(distrusted(smallRun()));
    expect(advice).toMatchObject({ kind: "none", obstacle: "self-check", best: null, savings: null, flips: null });
    expect([advice.candidates, advice.facts]).toEqual([[], []]);
  });

  test("are none of what may not be advised, but the reasons", () => {
    const [advice] = advised(smallRun(), { require: ["maintained"] }, ({ runner }) => runner === "node");
    expect(advice?.excluded).toEqual([
      { codec: "packer", reasons: ["when it was released is not known from this run"] },
      { codec: "loser", reasons: ["loses int53"] },
      { codec: "once", reasons: ["measured in too few processes to know its error"] },
    ]);
    expect([advice?.savings, advice?.losses]).toEqual([null, []]);
  });
});

describe("the facts", () => {
  test("are what it saves, where it flips, from when on the link is full, and what is lost", () => {
    const advice = python(smallRun(), { rtt: "0", rate: "100/s", change_cost: "12k" });
    expect(advice.sentence).toBe(
      "Move to MessagePack with ormsgpack: it saves 79.6 ± 0.51 µs of a 233 µs call (34 %) against json.",
    );
    expect(fact(advice, "saves")).toBe(
      "latency 79.6 ± 0.51 µs (34 %); cores 0.00444 ± 0.000051; money 10.5 ± 0.0015 a month",
    );
    expect(fact(advice, "flips")).toBe(
      "below 1.41 Mbit/s no codec fits; above 2.61 Gbit/s use orjson; with gzip or zstd use orjson; no numbers for lz4",
    );
    expect(fact(advice, "rate")).toBe(
      "from 5 680/s on json fills the link; from 7 100/s on ormsgpack fills the link: no codec fits",
    );
    expect(fact(advice, "pays back")).toBe("after 1 140 months; within 12 months from 9 490/s on");
    expect(fact(advice, "loses")).toContain("MessagePack is not readable without a tool");
    expect(fact(advice, "left out")).toBe("made for Python alone: pickle");
  });

  test("of staying are what would be saved and lost, if anything would be saved", () => {
    const asked = python(smallRun(), { to: "msgpack" });
    expect(asked.facts.map(({ label }) => label)).toEqual(["would save", "flips", "rate", "would lose"]);
    const slower = both("slower", 90_000, 90_000, 1, { bytes: 2000, format: "msgpack" });
    const labels = python(documentOf([...JSON_CELLS, ...slower])).facts.map(({ label }) => label);
    expect(labels).toEqual(["would save", "flips", "rate"]);
  });

  test("know no latency to compare with where the baseline does not fit through the link", () => {
    expect(fact(python(smallRun(), { rate: "6000/s" }), "saves")).toMatch(/^latency: without bound today; cores /);
  });

  test("do not spell out what nobody would notice", () => {
    expect(fact(python(smallRun(), { rate: "0.01/s", rtt: "0" }), "saves")).toContain(
      "cores under 0.001; money under 0.01 a month",
    );
  });

  test("name some of what is left out by reason", () => {
    const lossy = [0, 1, 2, 3, 4].flatMap((at) => both(`lossy-${at}`, 1, 1, 1, { losses: ["int53"] }));
    const document = documentOf([...JSON_CELLS, ...lossy, ...both("once", 1, 1, null)]);
    expect(fact(python(document), "left out")).toMatch(
      /^loses int53: lossy-0, lossy-1, lossy-2 and 2 more; measured in too few processes/,
    );
  });
});

describe("remarks", () => {
  test("name what is to be known of both", () => {
    const loses: About = { losses: ["int53"] };
    const document = documentOf([
      ...both("json", 50_000, 50_000, 1, { ...own(), ...loses, policies: { utf8: "unchecked" } }),
      ...both("fast", 1, 1, 0, { ...loses, bytes: 10, settled: false }),
    ]);
    const asked: Written = { require: ["checked"], rtt: "0", bandwidth: "1Mbit/s" };
    expect(python(document, asked).remarks).toEqual([
      "not settled: the speed of fast was still changing when it was timed",
      "json itself loses int53",
      "json itself is not what is required: UTF-8 not checked",
    ]);
    expect(python(documentOf(JSON_CELLS), { bandwidth: "1Mbit/s", rate: "100/s" }).remarks).toEqual([
      "json takes 80 % of the link: messages would queue, which is not counted",
    ]);
  });

  test("say what a change for money costs in time, and the other way round", () => {
    // Half the bytes for 4 ms of processor.
    const small = both("small", 2_000_000, 2_000_000, 0, { bytes: 500, format: "msgpack" });
    const run = documentOf([...both("json", 50_000, 50_000, 0, own()), ...small]);
    const cheaper = python(run, { minimise: "cost", bandwidth: "1Gbit/s", cpu_price: "0" });
    expect([cheaper.kind, cheaper.remarks]).toEqual(["format", ["a message takes 3.90 ± 0 ms longer with small"]]);
    const faster = python(run, { rtt: "0", bandwidth: "500kbit/s", egress_price: "0", rate: "20/s" });
    expect(faster.kind).toBe("format");
    expect(faster.remarks.at(-1)).toMatch(/^small costs 2\.28 ± 0 a month more/);
  });

  test("name what would be better still, with its price", () => {
    // Two of 92 µs for reused buffers: not to be advised, and not to be passed over in silence.
    const document = documentOf([
      ...both("json", 50_000, 50_000, 10, own()),
      ...both("fast", 6_000, 6_000),
      ...both("kept", 5_000, 5_000, 10, { policies: { buffers: "reuse" } }),
    ]);
    const { best, remarks } = python(document, { rtt: "0" });
    expect([best?.codec, remarks]).toEqual([
      "fast",
      ["kept saves 2.00 ± 0.028 µs more than fast, but reuses its buffers: for that it would have to save 5 % more"],
    ]);
  });
});

describe("what was asked", () => {
  const asked = (written: Written) => advise(smallRun(), readScenario(written)).asked;

  test("is said in a sentence", () => {
    expect(asked({})).toBe(
      "Messages: 10/s uncompressed over 100 Mbit/s, round trip 20.0 ms, a core 0.04/h, traffic 0.09/GB. " +
        "What counts is the time of a message, from 5 % on.",
    );
    expect(
      asked({ compress: "gzip", minimise: "cost", change_cost: "12k", require: ["fresh"], accept: ["int53"] }),
    ).toMatch(
      /after gzip .* a change 12 000 once, required: fresh, accepted: int53\. What counts is the cost of a month/,
    );
  });
});

describe("the engine", () => {
  const json = JSON.stringify;

  test("speaks JSON", () => {
    const scenario = call("readScenario", json({ rtt: "0" }));
    const { result } = JSON.parse(scenario) as { result: unknown };
    const answer = JSON.parse(call("advise", json(smallRun()), json(result), "null")) as { result: unknown };
    expect(answer.result).toEqual(advise(smallRun(), readScenario({ rtt: "0" })));
  });

  test("says what it refuses, and throws what is wrong with it", () => {
    expect(JSON.parse(call("readScenario", json({ rtt: "20" })))).toEqual({
      refused: "'20' is not a round-trip time: write 20ms or 0.1s",
    });
    expect(() => call("advise", "{}", "{}", "null")).toThrow(TypeError);
    expect(() => call("nothing")).toThrow("no function nothing");
  });
});
