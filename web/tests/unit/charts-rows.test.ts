/** The rows of charts say what the document says, and no more. */
import { describe, expect, test } from "vitest";
import { bandwidth, weightsOf } from "../../src/charts/bandwidth";
import { heatmap } from "../../src/charts/heatmap";
import { pareto } from "../../src/charts/pareto";
import type { Picture, Row } from "../../src/charts/picture";
import { ranking, type RankingOptions } from "../../src/charts/ranking";
import { samples } from "../../src/charts/samples";
import { verdict } from "../../src/charts/verdict";
import { participantOf, qualifiedName } from "../../src/data/cells";
import type { Cell, Interval, PayloadInfo, RunDocument } from "../../src/data/document";
import { rebased, relativeTo } from "../../src/data/measures";
import type { Weight as MessageWeight } from "../../src/model/model";
import { USUAL, type Scenario } from "../../src/model/scenario";
import type { Unit, Weight } from "../../src/state/state";
import { cell, columnsOf, documentOf, FIRST, orders, someSamples, TIMED, WARMUP } from "./charts-run";

const RUN = orders();

function encoded(document = RUN, participant: string | null = "python"): Cell[] {
  return document.cells.filter(
    (own) =>
      own.payload === "orders" &&
      own.operation === "encode" &&
      (participant === null || participantOf(own) === participant),
  );
}

function ranked(cells: readonly Cell[], options: Partial<RankingOptions> = {}, document = RUN): Picture {
  return ranking(document, cells, { unit: "relative", weight: "net", ...options }) as Picture;
}

function rowsOf(picture: Picture | null, data = "rows"): readonly Row[] {
  return picture?.data[data] ?? [];
}

function row(picture: Picture | null, label: string): Row {
  return rowsOf(picture).find((row) => row["label"] === label) ?? {};
}

function column(picture: Picture | null, name: string, data = "rows"): unknown[] {
  return rowsOf(picture, data).map((row) => row[name]);
}

function among(document: RunDocument, baseline: string | null, weight: Weight = "net"): Map<string, Cell> {
  const moved = rebased(document, encoded(document, null), baseline, weight);
  return new Map(moved.map((own) => [qualifiedName(own), own]));
}

test("nothing is drawn of nothing", () => {
  expect(ranking(RUN, [], { unit: "relative", weight: "net" })).toBeNull();
  expect(pareto(RUN, [])).toBeNull();
  expect(heatmap(RUN, [], "encode")).toBeNull();
  expect(bandwidth(RUN, [], USUAL)).toBeNull();
});

describe("a ranking", () => {
  test("has equals on one ground, with one rank", () => {
    const shown = rowsOf(ranked(encoded())).map(({ label, rank, ground }) => [label, rank, ground]);
    expect(shown).toEqual([
      ["orjson", "1=", 0],
      ["ormsgpack", "1=", 0],
      ["msgpack[reuse]", "3=", 1],
      ["cbor2", "3=", 1],
      ["once", "4", 0],
      ["json", "5", 1],
      ["pure", "6", 0],
    ]);
  });

  test("has the exact before the faster lossy one among equals", () => {
    expect(row(ranked(encoded()), "cbor2")).toMatchObject({
      lossy: true,
      text: "0.221× · lossy",
      fidelity: "lossy: float32",
    });
  });

  test("has bars in the unit that its axis names", () => {
    const picture = ranked(
      encoded().filter(({ codec }) => codec.endsWith("json")),
      { unit: "time" },
    );
    expect(picture.words["x"]).toBe("net time of a pass (µs)");
    const { value, low, high, text, interval } = row(picture, "json");
    expect([value, low, high, text, interval]).toEqual([9, 8.82, 9.18, "9.00 µs", "±2.0%"]);
  });

  test("has no bar for a bound", () => {
    const bounded = encoded().filter(({ codec }) => ["tiny", "orjson"].includes(codec));
    const { value, low, high, end, text } = row(ranked(bounded, { unit: "time" }), "tiny");
    expect([value, low, high, end, text]).toEqual([0, 0, 40, 40, "≤ 40.0 ns"]);
    const speeds = ranked(encoded(), { unit: "speed" });
    expect(column(speeds, "label")).not.toContain("tiny");
    expect(speeds.notes).toContain("Left out: 1 without this number.");
  });

  test("has a question mark and no whisker where there is no interval", () => {
    expect(row(ranked(encoded()), "once")).toMatchObject({ low: null, high: null, text: "0.550× ±?" });
  });

  test("has no rank for what was measured in one process", () => {
    const document = documentOf([
      cell("json", "json", 100, { half: null }),
      cell("orjson", "json", 50, { half: null }),
    ]);
    const shown = rowsOf(ranked(document.cells, { unit: "time" }, document));
    expect(shown.map(({ label, rank, ground }) => [label, rank, ground])).toEqual([
      ["orjson", "", 0],
      ["json", "", 0],
    ]);
  });

  test("has no common rank for times relative to several baselines", () => {
    const picture = ranked(encoded(RUN, null));
    expect(picture.words["x"]).toBe("net time ÷ each runner's json, log scale");
    const values = column(picture, "value") as number[];
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(new Set(column(picture, "rank"))).toEqual(new Set([""]));
    expect(column(picture, "label")).toContain("json · Go");
  });

  test("cuts off a slow outlier, and says so", () => {
    const picture = ranked(encoded(), { unit: "time" });
    expect(
      rowsOf(picture)
        .filter(({ cut }) => cut)
        .map(({ label }) => label),
    ).toEqual(["pure"]);
    expect(row(picture, "pure")["text"]).toBe("900 µs");
    expect(picture.notes.join()).toContain("cut off");
  });

  test("never cuts off the fastest", () => {
    const speeds = ranked(encoded(), { unit: "speed" });
    expect(column(speeds, "cut")).not.toContain(true);
    expect(Math.max(...(column(speeds, "high") as number[]))).toBeLessThanOrEqual(
      (speeds.words["ends"] as number[])[1] ?? 0,
    );
  });

  test.each<[Unit, string]>([
    ["instructions", "12 345"],
    ["allocated", "1 024"],
    ["speed", "2 220 MB/s"],
  ])("in %s says %s", (unit, text) => {
    expect(column(ranked(encoded(), { unit }), "text")).toContain(text);
  });

  test("shows only so many", () => {
    const picture = ranked(encoded(), { most: 2 });
    expect(column(picture, "label")).toEqual(["orjson", "ormsgpack"]);
    expect(picture.notes).toContain("Not shown: 5 more.");
  });

  test("has no two rows with one label", () => {
    const participants = ["node", "browser:firefox"];
    const document = documentOf(
      participants.map((participant) => cell("json", "json", 1000, { participant, language: "javascript" })),
    );
    const labels = column(ranked(document.cells, { unit: "time" }, document), "label");
    expect(labels.sort()).toEqual(["json · browser:firefox", "json · node"]);
  });

  test("names wall times among CPU times", () => {
    const document = documentOf([
      cell("json"),
      cell("json", "json", 1000, { participant: "browser:firefox", clock: "wall" }),
    ]);
    const notes = (cells: readonly Cell[]) => ranked(cells, { unit: "time" }, document).notes.join(" ");
    expect(notes(document.cells)).toContain("Wall times, not CPU times: ");
    expect(notes(document.cells.slice(1))).not.toContain("Wall");
  });

  test("of gross times has their own order, and no rank, since the run ranks net times", () => {
    const picture = ranked(encoded(), { unit: "time", weight: "gross" });
    expect(new Set(column(picture, "rank"))).toEqual(new Set([""]));
    const values = column(picture, "value") as number[];
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });
});

describe("a ranking of ratios", () => {
  const picture = ranked(encoded());

  test("has bars from 1 on a logarithmic axis, so that a slow outlier hides nobody", () => {
    expect(picture.words).toMatchObject({ type: "log", base: 1 });
    expect(column(picture, "cut")).not.toContain(true);
    const [low = 0, high = 0] = picture.words["ends"] as number[];
    expect(low).toBeLessThan(0.1 * 0.98);
    expect(high).toBeGreaterThan(100 * 1.02);
  });

  test("has numbers across from the bars, and beyond intervals that reach across", () => {
    expect(row(picture, "orjson")).toMatchObject({ left: false, beside: 1 });
    expect(row(picture, "pure")).toMatchObject({ left: true, beside: 1 });
    const near = documentOf([cell("near", "json", 1010, { relative: 1.01, half: 0.1 })]);
    expect(row(ranked(near.cells, {}, near), "near")).toMatchObject({ left: true, beside: 1.01 * 0.9 });
  });

  test("is not stretched by an interval that tells nothing", () => {
    const unsure = { ...cell("unsure"), relative: { to: "python/json", estimate: 0.5, low: 1e-9, high: 1e9 } };
    const document = documentOf([unsure]);
    const [low, high] = ranked(document.cells, {}, document).words["ends"] as number[];
    expect([low, high]).toEqual([expect.closeTo(0.125 / 1.04, 9), expect.closeTo(2 * 1.04, 9)]);
  });
});

describe("the baseline's line", () => {
  test("has its name, and its number where bars are no ratios", () => {
    expect(rowsOf(ranked(encoded()), "references")).toMatchObject([{ value: 1, text: "python/json = 1" }]);
    expect(rowsOf(ranked(encoded(), { unit: "time" }), "references")).toMatchObject([
      { value: 9, text: "python/json: 9.00 µs" },
    ]);
    const several = ranked(encoded(RUN, null));
    expect(rowsOf(several, "references")).toMatchObject([{ value: 1, text: "each runner's json = 1" }]);
  });

  test("is there for a baseline that is not among the rows", () => {
    const orjson = encoded().filter(({ codec }) => codec === "orjson");
    expect(rowsOf(ranked(orjson), "references")).toHaveLength(1);
  });

  test("is not there where it lies beyond the axis, where there are several, or where nobody counted it", () => {
    const quick = encoded().filter(({ codec }) => codec === "orjson");
    expect(rowsOf(ranked(quick, { unit: "time" }), "references")).toEqual([]);
    expect(rowsOf(ranked(encoded(RUN, null), { unit: "time" }), "references")).toEqual([]);
    expect(rowsOf(ranked(encoded(), { unit: "instructions" }), "references")).toEqual([]);
  });
});

describe("another baseline", () => {
  test("adds both errors, where the run has not measured the pair", () => {
    const json = among(RUN, "orjson").get("python/json")?.relative;
    expect(json).toMatchObject({ to: "python/orjson", estimate: 10 });
    const log = 0.5 * Math.log(1.02 / 0.98) * Math.SQRT2;
    expect(Math.log((json?.high ?? 0) / 10)).toBeCloseTo(log, 12);
    expect(Math.log(10 / (json?.low ?? 0))).toBeCloseTo(log, 12);
  });

  test("is 1 itself, without an error, and the run's own pairs keep theirs", () => {
    expect(among(RUN, "orjson").get("python/orjson")?.relative).toMatchObject({ estimate: 1, low: 1, high: 1 });
    expect(among(RUN, "json").get("python/orjson")?.relative).toEqual(RUN.cells[1]?.relative);
  });

  test("may be one for all runners", () => {
    const moved = [...among(RUN, "go/packer").values()].flatMap(({ relative }) => relative ?? []);
    expect(new Set(moved.map(({ to }) => to))).toEqual(new Set(["go/packer"]));
  });

  test("has nothing to compare where a time is not above zero, and no interval where one is missing", () => {
    const cells = among(RUN, "orjson");
    expect(cells.get("python/tiny")?.relative).toBeNull();
    expect(cells.get("python/once")?.relative).toMatchObject({ low: null, high: null });
    expect(relativeTo(encoded()[5] as Cell, encoded()[0] as Cell, "net")).toBeNull();
  });

  test("compares gross times with gross times", () => {
    expect(among(RUN, null, "gross").get("python/orjson")?.relative?.estimate).toBeCloseTo(950 / 9050, 12);
  });
});

describe("size against time", () => {
  const document = documentOf([
    cell("quick", "json", 100, { bytes: 900 }),
    cell("small", "json", 400, { bytes: 500 }),
    cell("beaten", "json", 450, { bytes: 600 }),
    cell("equal", "json", 400, { bytes: 501 }),
    cell("cheat", "json", 50, { bytes: 100, losses: ["float32"] }),
  ]);
  const frontier = (picture: Picture | null) =>
    rowsOf(picture)
      .filter((row) => row["frontier"])
      .map(({ label }) => label);

  test("joins those that nobody beats in both", () => {
    const picture = pareto(document, document.cells);
    expect(frontier(picture)).toEqual(["quick", "small"]);
    const corners = rowsOf(picture, "steps").map(({ time, bytes }) => [time, bytes]);
    const [x, y] = [picture?.words["xDomain"], picture?.words["yDomain"]] as [number[], number[]];
    expect(corners).toEqual([
      [100, y[1]],
      [100, 900],
      [400, 500],
      [x[1], 500],
    ]);
    expect(new Set(column(picture, "text", "labels"))).toEqual(new Set(["quick", "small"]));
  });

  test("joins lossy ones where all are", () => {
    const losses = ["float32"];
    const lossy = documentOf([cell("one", "json", 1000, { losses }), cell("other", "json", 500, { losses })]);
    expect(frontier(pareto(lossy, lossy.cells))).toEqual(["other"]);
  });

  test("takes sizes after compression", () => {
    const picture = pareto(RUN, encoded(), "gzip");
    expect(row(picture, "orjson")["bytes"]).toBe(520);
    expect(picture?.words["y"]).toBe("bytes after gzip");
    expect(picture?.notes).toContain("Left out: 2 of unknown size or time.");
  });

  test("has a bound at its bound", () => {
    const { timeText, time, low, high } = row(pareto(RUN, encoded()), "tiny");
    expect([timeText, low, high]).toEqual(["≤ 40.0 ns", time, time]);
  });
});

describe("time against bandwidth", () => {
  const [payload, hello] = RUN.run.payloads as [PayloadInfo, PayloadInfo];
  const python = { ...RUN, cells: RUN.cells.filter(({ runner }) => runner === "python") };
  const drawn = (change: Partial<Scenario> = {}) => {
    const scenario = { ...USUAL, ...change };
    return bandwidth(RUN, weightsOf(python, payload, scenario), scenario) as Picture;
  };

  test("has the lowest of its exact lines as the best", () => {
    const picture = drawn();
    const exact = rowsOf(picture).filter(({ lossy }) => !lossy);
    for (const best of rowsOf(picture, "best")) {
      const [at, time] = [best["bandwidth"] as number, best["time"] as number];
      for (const { bandwidth, time: other } of exact)
        if (bandwidth === at) expect(time).toBeLessThanOrEqual(Number(other));
    }
    const [crossing] = rowsOf(picture, "crossings");
    // (3,900 − 4,510) ns per pass of 10 messages against 1,000 − 720 bytes
    expect(crossing?.["bandwidth"]).toBeCloseTo(((8 * 28) / 61) * 1e9, -3);
    expect(crossing?.["text"]).toBe("3.67 Gbit/s");
    expect(column(picture, "text", "current")).toEqual(["100 Mbit/s"]);
  });

  test("has the round trip as a line of its own", () => {
    const near = drawn({ rtt_s: 20e-6 });
    expect(rowsOf(near, "roundTrip")).toMatchObject([{ text: "round trip: 20.0 µs more" }]);
    const far = drawn({ rtt_s: 10 });
    expect(rowsOf(far, "roundTrip")).toEqual([]);
    expect(rowsOf(far)).toEqual(rowsOf(near));
  });

  test("is of codecs with both halves and their sizes", () => {
    const names = (of: PayloadInfo) => weightsOf(RUN, of, USUAL).map(({ name }: MessageWeight) => name);
    expect(names(payload)).toEqual(["json", "orjson", "ormsgpack", "cbor2", "json", "packer"]);
    expect(names(hello)).toEqual([]);
  });

  test.each([1e3, 1e4, 2e4, 1e9, 5e9])("has %d bit/s, which the user has, on its axis", (bandwidth_bits_per_s) => {
    const picture = drawn({ bandwidth_bits_per_s });
    const [low = 0, high = 0] = picture.words["xDomain"] as number[];
    expect(low).toBeLessThanOrEqual(Math.min(bandwidth_bits_per_s, 1e6));
    expect(high).toBeGreaterThan(bandwidth_bits_per_s);
    expect(low).toBeGreaterThanOrEqual(1e3);
    expect(rowsOf(picture, "current")).toHaveLength(1);
  });

  test("has the baseline as a line of its own, and its name at any width", () => {
    const picture = drawn();
    expect(new Set(column(picture, "group", "baseline"))).toEqual(new Set(["JSON"]));
    const times = rowsOf(picture).filter(({ label }) => label === "json");
    expect(column(picture, "time", "baseline")).toEqual(times.map(({ time }) => time));
    const labels = rowsOf(picture, "labels").filter(({ text }) => text === "json");
    expect(labels.map(({ least }) => least)).toEqual([0, 260, 420, 640, 900]);
    expect(picture.words["present"]).toContain("JSON");
    expect(picture.notes.join(" ")).toContain("in colour: json, the baseline");
  });

  test("has of several baselines the best at the user's bandwidth", () => {
    const picture = bandwidth(RUN, weightsOf(RUN, payload, USUAL), USUAL);
    expect(picture?.notes.join(" ")).toContain("in colour: json · Go, the baseline");
  });

  test.each([
    [false, "json"],
    [true, "quick"],
  ])("calls nothing the fastest that is lossier than its baseline (lossy: %s)", (lossy, fastest) => {
    const losses = ["int53"];
    const cells = (["encode", "decode"] as const).flatMap((operation) => [
      cell("json", "json", 1000, { operation, relative: 1, ...(lossy && { losses }) }),
      cell("quick", "json", 10, { operation, losses }),
    ]);
    const document = documentOf(cells);
    const weights = weightsOf(document, document.run.payloads[0] as PayloadInfo, USUAL);
    expect(bandwidth(document, weights, USUAL)?.notes[0]).toContain(`The fastest: ${fastest} `);
  });
});

describe("a heat map", () => {
  test("tells apart what is missing, what failed and what is not known", () => {
    const python = RUN.cells.filter(({ runner }) => runner === "python");
    const states = rowsOf(heatmap(RUN, python, "encode")).map(({ label, payload, state }) => [label, payload, state]);
    expect(states).toEqual(
      expect.arrayContaining([
        ["orjson", "hello", "measured"],
        ["ormsgpack", "hello", "failed"],
        ["cbor2", "hello", "absent"],
        ["tiny", "orders", "unknown"],
      ]),
    );
  });

  test("has logarithms about 1 as colours, to a limit", () => {
    const document = documentOf([
      cell("json", "json", 1000, { relative: 1 }),
      cell("half", "json", 500, { relative: 0.5 }),
      cell("slow", "json", 1000, { relative: 1000 }),
    ]);
    const picture = heatmap(document, document.cells, "encode");
    expect(rowsOf(picture).map(({ label, log, text }) => [label, log, text])).toEqual([
      ["half", -1, "0.500×"],
      ["json", 0, "1.00×"],
      ["slow", 4, "1 000×"],
    ]);
    expect(picture?.words["limits"]).toEqual([-4, 4]);
  });

  test("has the mean over all payloads first, but none for what lacks one", () => {
    const picture = heatmap(
      RUN,
      RUN.cells.filter(({ runner }) => runner === "python"),
      "encode",
    );
    expect(picture?.words["payloads"]).toEqual(["geometric mean", "orders", "hello"]);
    const means = rowsOf(picture).filter(({ payload }) => payload === "geometric mean");
    expect(means.map(({ label, text }) => [label, text]).slice(0, 3)).toEqual([
      ["orjson", "0.158×"],
      ["json", "1.00×"],
      ["ormsgpack", "1 of 2"],
    ]);
    expect(means.map(({ margin }) => margin).slice(0, 2)).toEqual(["±1.4%", ""]);
    expect(means.at(-1)).toMatchObject({ label: "tiny", text: "–" });
    expect(picture?.notes.join(" ")).toContain("2 of 3: no mean");
  });

  test("of one payload has no mean", () => {
    const picture = heatmap(RUN, encoded(), "encode");
    expect(picture?.words["payloads"]).toEqual(["orders"]);
  });

  test("is none without a baseline", () => {
    const document = documentOf([cell("cbor2", "cbor")]);
    expect(heatmap(document, document.cells, "encode")).toBeNull();
  });
});

describe("samples", () => {
  const orjson = RUN.cells[1] as Cell;

  test("stand in the order of their processes", () => {
    const picture = samples(
      orjson,
      columnsOf([
        [1, 5, 0, TIMED, 10, 9500], // the processes between are of other runners
        [1, 0, 1, TIMED, 10, 9100],
        [1, 0, 0, TIMED, 10, 9000],
        [1, 0, 0, FIRST, 1, 80_000],
      ]),
      null,
    );
    const shown = rowsOf(picture).map(({ process, phase, text, beyond }) => [process, phase, text, beyond]);
    expect(shown).toEqual([
      [1, "first call", "80.0 µs", "above"],
      [1, "timed", "900 ns", "within"],
      [1, "timed", "910 ns", "within"],
      [2, "timed", "950 ns", "within"],
    ]);
    const [low = 0, high = 0] = picture?.words["yDomain"] as number[];
    for (const time of column(picture, "time") as number[]) {
      expect(time).toBeGreaterThanOrEqual(low);
      expect(time).toBeLessThanOrEqual(high);
    }
    const estimate = rowsOf(picture, "estimate")[0] as Record<string, number>;
    const { low: lowest = 0, value = 0, high: highest = 0 } = estimate;
    expect([low, lowest, value, highest, high]).toEqual([low, lowest, value, highest, high].sort((a, b) => a - b));
  });

  test("tell on which core they were timed, and count nothing as half a tick", () => {
    const picture = samples(orjson, someSamples(), 80_000);
    const timed = rowsOf(picture).filter(({ phase }) => phase === "timed");
    const cores = ["quiet", "quiet", "shared", "shared", "not known", "quiet"];
    expect(timed.map(({ core }) => core)).toEqual([...cores, ...cores]);
    expect(column(picture, "text")).toContain("0.0500 ns");
    expect(picture?.notes.join()).toContain("Pale");
  });

  test("have the colour of their format, and each process its share of the width", () => {
    const picture = samples(orjson, someSamples(), null);
    expect(new Set(column(picture, "group"))).toEqual(new Set(["JSON"]));
    const shares = column(picture, "share", "processes") as number[];
    expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(1);
    expect(shares[0]).toBe(shares[1]);
  });

  test("are no picture without a timed one", () => {
    expect(samples(orjson, columnsOf([[1, 0, 0, WARMUP, 1, 10]]), null)).toBeNull();
  });
});

describe("a verdict", () => {
  const [payload] = RUN.run.payloads as [PayloadInfo];
  const near = { ...USUAL, rtt_s: 0 };
  const drawn = (participants: string[], scenario = near) => verdict(RUN, payload, participants, scenario);

  test("has today's codec, the best library for its format and the best other format, and the sentence", () => {
    const { title, picture } = drawn(["python"]);
    expect(rowsOf(picture, "totals").map(({ label, advised }) => [label, advised])).toEqual([
      ["json\nJSON, today", false],
      ["orjson\nbest other JSON library", false],
      ["ormsgpack\nbest other: MessagePack", true],
    ]);
    expect(title).toMatch(/^Move to MessagePack with ormsgpack: it saves /);
    expect(picture.description).toContain("orjson, best other JSON library: ");
  });

  test("has the parts of one message, with its bytes and intervals, and leaves the round trip out", () => {
    const { picture } = drawn(["python"], USUAL);
    const json = rowsOf(picture).filter(({ label }) => label === "json\nJSON, today");
    // 9,000 and 12,000 ns, and 1,000 bytes at 100 Mbit/s, for 10 messages
    expect(json.map(({ part, from, to }) => [part, from, to])).toEqual([
      ["encode", 0, 900],
      ["transfer", 900, expect.closeTo(8900, 6)],
      ["decode", expect.closeTo(8900, 6), expect.closeTo(10_100, 6)],
    ]);
    const [total] = rowsOf(picture, "totals");
    expect(total).toMatchObject({ text: "10.1 µs", bytes: "100 bytes" });
    expect([total?.["low"], total?.["high"]]).toEqual([expect.closeTo(10_058, 6), expect.closeTo(10_142, 6)]);
    expect(picture.notes.join(" ")).toContain("over 100 Mbit/s; 20.0 ms of round trip come on top of each.");
  });

  test("advises nothing where the numbers are not sure enough", () => {
    const unsure = ({ cell, ...own }: Cell): Cell => {
      const { relative, net_ns, gross_ns } = own;
      const wide = { low: 0.5, high: 1.5 };
      const times = <T extends Interval>(time: T) => ({
        ...time,
        low: time.estimate * wide.low,
        high: time.estimate * wide.high,
      });
      const ratio = relative && relative.estimate !== 1 ? { ...times(relative) } : relative;
      return { ...own, cell, relative: ratio, net_ns: times(net_ns), gross_ns: times(gross_ns) };
    };
    const cells = RUN.cells.map((own) => (own.net_ns.at_most ? own : unsure(own)));
    const { title, picture } = verdict({ ...RUN, cells }, payload, ["go"], {
      ...near,
      bandwidth_bits_per_s: 1e12,
    });
    expect(title).toMatch(/^Undecided: packer /);
    expect(column(picture, "advised", "totals")).not.toContain(true);
    expect(picture.notes.join(" ")).not.toContain("Bold");
  });

  test("that is no marks nothing as advised", () => {
    const { title, picture } = verdict(RUN, payload, ["go"], { ...near, rtt_s: 10, to: "msgpack" });
    expect(title).toMatch(/^No: /);
    expect(column(picture, "advised", "totals")).not.toContain(true);
  });

  test("of several runners names each", () => {
    const { title, picture } = drawn(["python", "go"]);
    expect(title).toBe("What to do with orders");
    expect(column(picture, "label", "totals")).toContain("json · Go\nJSON, today");
    expect(column(picture, "label", "totals")).toContain("packer · Go\nbest other: MessagePack");
  });

  test("is refused with the reason where the run cannot give advice, or says of whom there is none", () => {
    const once = RUN.cells.map((cell) => (participantOf(cell) === "go" ? { ...cell, processes: 1 } : cell));
    const document = { ...RUN, cells: once };
    expect(() => verdict(document, payload, ["go"], near)).toThrow("too short");
    expect(verdict(document, payload, ["python", "go"], near).picture.notes.at(-1)).toBe(
      "No advice from this run: Go.",
    );
    const check = { pairs: 3, different: 3, passed: false };
    const distrusted = { ...RUN, run: { ...RUN.run, self_check: check } };
    expect(() => verdict(distrusted, payload, ["python"], near)).toThrow("No advice: this run failed its own check");
  });
});
