/** Charts as `weighbridge plot` draws them: what they show, what they say, and what they refuse. */
import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { describe, expect, test } from "vitest";
import { chart, type ChartOptions, type PlotKind } from "../../src/charts/chart";
import { colourOf, groupOf, groupWords, RANGES } from "../../src/charts/formats";
import { fill, specification, themeOf, type Kind, type Row } from "../../src/charts/picture";
import type { RunDocument } from "../../src/data/document";
import { Refusal } from "../../src/refusal";
import { cell, documentOf, orders, SCENARIO, someSamples } from "./charts-run";

const KINDS: readonly PlotKind[] = ["ranking", "pareto", "bandwidth", "heatmap", "samples"];
const DEFAULTS: ChartOptions = {
  payloads: [],
  languages: [],
  runners: [],
  formats: [],
  codecs: [],
  operations: [],
  exact: false,
  unit: null,
  weight: "net",
  scenario: SCENARIO,
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

function draw(kind: PlotKind, change: Partial<ChartOptions> = {}, document: RunDocument = orders()): Drawn {
  const python = { ...DEFAULTS, languages: ["python"], ...(kind === "samples" ? { codecs: ["orjson"] } : {}) };
  return chart(kind, document, { ...python, ...change }, someSamples()) as Drawn;
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
  const gzip = { scenario: { ...SCENARIO, compressor: "gzip" } } as const;
  expect(titleOf("pareto", { languages: [], ...gzip })).toBe("Size after gzip against encode time of orders");
  expect(titleOf("bandwidth", gzip)).toBe("Time of a call with orders, with gzip, Python");
  expect(titleOf("samples")).toBe("Samples of orjson: encode orders, Python");
  expect(titleOf("heatmap")).toBe("Encode time of all payloads, Python");
});

describe("what is chosen", () => {
  test("is the first payload and operation where nobody says otherwise", () => {
    expect(titleOf("ranking", { languages: [] })).toBe("Encode orders");
    expect(titleOf("ranking", { payloads: ["hello"], operations: ["encode"] })).toBe("Encode hello, Python");
    expect(titleOf("ranking", { operations: ["decode", "encode"] })).toBe("Decode orders, Python");
  });

  test("is the first row of a ranking, and its whole: formats, codecs, fidelity", () => {
    expect(labelsOf("ranking", { formats: ["msgpack"] })).toEqual(["ormsgpack", "msgpack[reuse]", "pure"]);
    expect(labelsOf("ranking", { codecs: ["or*", "python/json"] })).toEqual(["orjson", "ormsgpack", "json"]);
    expect(labelsOf("ranking", { exact: true })).not.toContain("cbor2");
    expect(labelsOf("ranking", { most: 2 })).toEqual(["orjson", "ormsgpack"]);
  });

  test("are times among several runners, whose baselines differ, and times relative to its own in one", () => {
    const axis = (change: Partial<ChartOptions>) => JSON.stringify(draw("ranking", change)["layer"]);
    expect(axis({ languages: [] })).toContain("net time of a pass");
    expect(axis({})).toContain("net time ÷ python/json");
    expect(axis({ languages: [], unit: "relative" })).toContain("net time ÷ each runner's json");
  });

  test("for a message are codecs that encode and decode it, whatever the operations", () => {
    expect(labelsOf("bandwidth", { operations: ["encode"] })).toEqual(labelsOf("bandwidth"));
    expect(new Set(labelsOf("bandwidth"))).toEqual(new Set(["json", "orjson", "ormsgpack", "cbor2"]));
    expect(new Set(labelsOf("bandwidth", { exact: true, formats: ["json", "cbor"] }))).toEqual(
      new Set(["json", "orjson"]),
    );
  });

  test("a variant with one half of its own is sent with the other of its codec", () => {
    const text = { relative: 1, bytes: 10 };
    const document = documentOf([
      cell("json", "json", 100, text),
      cell("json", "json", 100, { ...text, operation: "decode" }),
      cell("json[fast]", "json", 50, { ...text, operation: "decode" }),
    ]);
    const sent = (codecs: string[]) => [...new Set(labelsOf("bandwidth", { codecs }, document))];
    expect(sent(["json[fast]"])).toEqual(["json[fast]"]);
    expect(sent(["json"])).toEqual(["json", "json[fast]"]);
  });

  test("of samples is one row, and of a codec and its variants the one that is named", () => {
    const document = documentOf([cell("json[assoc]"), cell("json")]);
    expect(titleOf("samples", { codecs: ["json"] }, document)).toContain("Samples of json:");
  });
});

test.each<[PlotKind, Partial<ChartOptions>, RegExp]>([
  ["ranking", { unit: "instructions", formats: ["cbor"] }, /nothing to rank: .* choose another unit/],
  ["ranking", { exact: true, codecs: ["cbor2"] }, /exact/],
  ["ranking", { scenario: { ...SCENARIO, baseline: "orjsn" } }, /no codec 'orjsn': did you mean orjson/],
  ["ranking", { scenario: { ...SCENARIO, baseline: "go/paker" } }, /no codec 'go\/paker': did you mean go\/packer/],
  ["pareto", { codecs: ["once"] }, /knows no size/],
  ["pareto", { codecs: ["tiny"], scenario: { ...SCENARIO, compressor: "gzip" } }, /no size after gzip/],
  ["bandwidth", { payloads: ["hello"] }, /Choose other formats/],
  ["heatmap", { codecs: ["tiny"] }, /Choose a baseline/],
  ["samples", { codecs: [] }, /such as --codecs python\/json: there are python\/json, /],
  ["samples", { codecs: ["json"], languages: [] }, /there are python\/json, go\/json\.$/],
  ["samples", { codecs: ["ormsgpack"] }, /no samples here/],
])("a chart of the kind %s is refused where it cannot be had", (kind, change, message) => {
  expect(() => draw(kind, change)).toThrow(Refusal);
  expect(() => draw(kind, change)).toThrow(message);
});

test("samples that were not given are said", () => {
  const codecs = ["orjson"];
  expect(() => chart("samples", orders(), { ...DEFAULTS, codecs })).toThrow("samples of this run are not here");
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
