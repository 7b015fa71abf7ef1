/** Charts as `weighbridge plot` draws them: what they show, what they say, and what they refuse. */
import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { describe, expect, test } from "vitest";
import { chart, type ChartOptions, type PlotKind } from "../../src/charts/chart";
import { colourOf, groupOf, groupWords, RANGES } from "../../src/charts/formats";
import { fill, specification, themeOf, type Kind, type Row } from "../../src/charts/picture";
import type { Cell, RunDocument } from "../../src/data/document";
import { USUAL } from "../../src/model/scenario";
import { Refusal } from "../../src/refusal";
import { counted, pair } from "./boards-run";
import { orders, someSamples } from "./charts-run";

const KINDS: readonly PlotKind[] = ["verdict", "ranking", "pareto", "bandwidth", "heatmap", "samples", "boards"];
const DEFAULTS: ChartOptions = {
  exact: false,
  unit: null,
  weight: "net",
  scenario: USUAL,
  most: 40,
  theme: "light",
  width: 600,
};

interface Drawn extends Row {
  title: { text: string[]; subtitle: string[] };
  datasets: Record<string, Row[]>;
  width: number;
  description: string;
}

/** What is selected of the run of orders. */
function part(keep: (cell: Cell) => boolean): RunDocument {
  const run = orders();
  return { ...run, cells: run.cells.filter(keep) };
}

const PYTHON = part(({ runner }) => runner === "python");
const ORJSON = part(({ codec, runner }) => runner === "python" && ["json", "orjson"].includes(codec));

const SHOWN: Partial<Record<PlotKind, RunDocument>> = {
  samples: ORJSON,
  boards: {
    ...part(() => false),
    counted: [
      ...pair("cjson", 6000, 14_000),
      ...pair("slow", 30_000, 40_000),
      ...pair("cmp", 2000, 8000, { format: "msgpack", losses: ["float32"] }),
      counted("jsmn", "scan", 3000),
    ],
  },
};

function draw(kind: PlotKind, change: Partial<ChartOptions> = {}, document?: RunDocument): Drawn {
  const shown = document ?? SHOWN[kind] ?? PYTHON;
  return chart(kind, shown, { ...DEFAULTS, ...change }, someSamples()) as Drawn;
}

const titleOf = (...of: Parameters<typeof draw>) => draw(...of).title.text.join(" ");
const labelsOf = (...of: Parameters<typeof draw>) => draw(...of).datasets["rows"]?.map(({ label }) => label);

describe.each(KINDS)("a chart of the kind %s", (kind) => {
  test.each(["light", "dark"] as const)("compiles, %s, and lacks no word", (theme) => {
    const spec = draw(kind, { theme });
    expect(JSON.stringify(spec)).not.toContain('"$x');
    const { data = [] } = compile(spec as unknown as TopLevelSpec, { logger: vega.logger(vega.Error) }).spec;
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(spec.datasets)));
  });

  test("says where its numbers come from", () => {
    expect(draw(kind, { width: 1200 }).title.subtitle.at(-1)).toBe(
      "Run 20260102-030405-abcd · 2026-01-02 · Some CPU, x86_64 · Some System · Weighbridge 0.1.0",
    );
  });

  test("has lines that fit its width", () => {
    for (const width of [320, 900]) {
      const { subtitle } = draw(kind, { width }).title;
      expect(Math.max(...subtitle.map((line) => line.length))).toBeLessThanOrEqual(width / 5);
    }
  });
});

test("an interrupted run is said", () => {
  const document = orders();
  document.run.status = "interrupted";
  expect(draw("ranking", {}, document).title.subtitle.join(" ")).toContain("(interrupted)");
});

test("titles say what is shown, and in which language if it is one", () => {
  expect(titleOf("ranking")).toBe("Encode orders, Python");
  const gzip = { scenario: { ...USUAL, compressor: "gzip" } } as const;
  expect(titleOf("pareto", gzip, orders())).toBe("Size after gzip against encode time of orders");
  expect(titleOf("bandwidth", gzip)).toBe("Time of a call with orders, with gzip, Python");
  expect(titleOf("samples")).toBe("Samples of orjson: encode orders, Python");
  expect(titleOf("heatmap")).toBe("Encode time of all payloads, Python");
});

describe("what is shown", () => {
  test("is of the first payload and operation", () => {
    expect(titleOf("ranking", {}, orders())).toBe("Encode orders");
    expect(
      titleOf(
        "ranking",
        {},
        part(({ payload }) => payload === "hello"),
      ),
    ).toBe("Encode hello, Python");
    expect(
      titleOf(
        "ranking",
        {},
        part(({ operation }) => operation === "decode"),
      ),
    ).toBe("Decode orders");
  });

  test("is only the best of it, or what is exact", () => {
    expect(labelsOf("ranking", { exact: true })).not.toContain("cbor2");
    expect(labelsOf("ranking", { most: 2 })).toEqual(["orjson", "ormsgpack"]);
    const every = ["json", "orjson", "ormsgpack", "cbor2"];
    expect(new Set(labelsOf("bandwidth"))).toEqual(new Set(every));
    expect(new Set(labelsOf("bandwidth", { exact: true }))).toEqual(new Set(every.slice(0, 3)));
  });

  test("are times among several runners, whose baselines differ, and times relative to its own in one", () => {
    const axis = (...of: Parameters<typeof draw>) => JSON.stringify(draw(...of)["layer"]);
    expect(axis("ranking", {}, orders())).toContain("net time of a pass");
    expect(axis("ranking")).toContain("net time ÷ python/json");
    expect(axis("ranking", { unit: "relative" }, orders())).toContain("net time ÷ each runner's json");
    const scenario = { ...USUAL, baseline: "python/orjson" };
    expect(axis("ranking", { scenario }, orders())).toContain("net time ÷ python/orjson");
  });

  test("of samples is one row, beside what it is relative to", () => {
    const json = part(({ codec, runner }) => runner === "python" && codec === "json");
    expect(titleOf("samples", {}, json)).toContain("Samples of json:");
  });
});

test.each<[PlotKind, Partial<ChartOptions>, RunDocument, RegExp]>([
  ["ranking", {}, part(() => false), /no row that was measured/],
  ["ranking", { unit: "instructions" }, ORJSON, /nothing to rank: .* choose another unit/],
  ["ranking", { exact: true }, part(({ codec }) => codec === "cbor2"), /exact/],
  ["pareto", {}, part(({ codec }) => codec === "once"), /knows no size/],
  [
    "pareto",
    { scenario: { ...USUAL, compressor: "gzip" } },
    part(({ codec }) => codec === "tiny"),
    /no size after gzip/,
  ],
  ["bandwidth", {}, part(({ payload }) => payload === "hello"), /Choose other formats/],
  ["heatmap", {}, part(({ codec }) => codec === "tiny"), /Choose a baseline/],
  ["samples", {}, PYTHON, /such as --codecs python\/json: there are python\/json, python\/orjson, /],
  ["samples", {}, part(({ codec }) => codec === "ormsgpack"), /no samples here/],
])("a chart of the kind %s is refused where it cannot be had: %#", (kind, change, document, message) => {
  expect(() => draw(kind, change, document)).toThrow(Refusal);
  expect(() => draw(kind, change, document)).toThrow(message);
});

test("samples that were not given are said", () => {
  expect(() => chart("samples", ORJSON, DEFAULTS)).toThrow("samples of this run are not here");
});

describe("a format", () => {
  test("has one colour and shape, whatever the run has", () => {
    expect(colourOf("json")).toBe(RANGES.category[0]);
    const { domain, present } = groupWords(["cbor", "gob", "json"]) as Record<string, string[]>;
    expect(domain).toHaveLength(RANGES.category.length);
    expect(RANGES.symbol).toHaveLength(RANGES.category.length);
    expect(present).toEqual(["JSON", "CBOR", "others"]);
    expect(colourOf("cbor")).toBe(RANGES.category[domain?.indexOf("CBOR") ?? -1]);
  });

  test("of one language shares its look with others of them", () => {
    expect([groupOf("gob"), groupOf("pickle"), groupOf("constructor")]).toEqual(["others", "others", "others"]);
  });

  test("has the same colour on light and on dark ground", () => {
    const categories = (["light", "dark"] as const).map((name) => themeOf(name)["range"] as typeof RANGES);
    expect(categories.map(({ category }) => category)).toEqual([RANGES.category, RANGES.category]);
  });
});

describe("specifications", () => {
  const kinds: readonly Kind[] = ["ranking", "pareto", "bandwidth", "heatmap", "samples", "parts", "pitch"];

  test("hold no data", () => {
    for (const kind of kinds) expect(specification(kind)).toMatchObject({ data: { name: "rows" } });
  });

  test("take words for their holes, of any kind", () => {
    expect(fill({ a: ["$x", { b: "$y" }], c: "z" }, { x: [1, 2], y: null })).toEqual({
      a: [[1, 2], { b: null }],
      c: "z",
    });
  });

  test("find the same styles in both themes", () => {
    const styles = (name: "light" | "dark") => Object.keys(themeOf(name)["style"] as Row);
    expect(styles("light")).toEqual(styles("dark"));
  });
});

describe("what a board counted", () => {
  const board = (change: Partial<ChartOptions> = {}) => draw("boards", change);

  test("is a bar for each codec that encodes and decodes, the shortest first, in two parts", () => {
    expect(board().datasets["totals"]?.map(({ label, text }) => [label, text])).toEqual([
      ["cmp", "10 000 · lossy"],
      ["cjson", "20 000"],
      ["slow", "70 000"],
    ]);
    expect(board().datasets["rows"]?.slice(0, 2)).toMatchObject([
      { operation: "encode", from: 0, to: 2, lossy: true },
      { operation: "decode", from: 2, to: 10, lossy: true },
    ]);
    expect(JSON.stringify(board())).toContain('"thousand instructions to encode and decode"');
  });

  test("says that it is no time, and what is left out", () => {
    const notes = board({ most: 2, width: 1200 }).title.subtitle[0];
    expect(notes).toBe(
      "Emulated: instructions, not time. Shaded: the baseline. Pale: lossy. Not shown: 1 more. " +
        "Left out: 1 that do not both.",
    );
    expect(board({ exact: true }).datasets["totals"]?.map(({ label }) => label)).toEqual(["cjson", "slow"]);
  });

  test("is of one board, since units and boards do not mix", () => {
    const cells = [...pair("cjson", 1, 1), ...pair("cjson", 1, 1, { participant: "mcu:cortex-m0" })];
    expect(() => draw("boards", {}, { ...orders(), counted: cells })).toThrow("such as --targets mcu:cortex-m4");
    expect(() => draw("boards", {}, orders())).toThrow("counted nothing on an emulated board");
    expect(() => draw("boards", {}, { ...orders(), counted: [counted("jsmn", "scan", 1)] })).toThrow(Refusal);
  });
});
