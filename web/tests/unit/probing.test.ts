/** What is told of probes and test vectors. */
import { expect, test } from "vitest";
import type { Cell, ConformingCodec, ProbedCodec, RunDocument } from "../../src/data/document";
import { asText, commandsFor, fatesOf, probedRows, shareText, telling } from "../../src/data/probing";

const codec = { runner: "python", target: "host", codec: "json", variant: null, format: "json", library_version: "1" };
const probed = (operation: string, outcomes: Record<string, string>, losses: string[] = []) =>
  ({
    ...codec,
    operation,
    probes: Object.entries(outcomes).map(([probe, outcome]) => ({ probe, outcome, losses, notes: [], detail: "" })),
  }) as unknown as ProbedCodec;
const conforming = (operation: string, right: number) =>
  ({ ...codec, operation, tried: 10, right, faults: [] }) as unknown as ConformingCodec;

function rowsOf(codecs: readonly ProbedCodec[], decoders: readonly ConformingCodec[] = [], cells = [codec]) {
  const document = { matrix: { codecs }, conformance: { codecs: decoders } } as unknown as RunDocument;
  return probedRows(document, ["python"], cells as unknown as Cell[]);
}

test("a codec has one row, with the share of its worst decoder", () => {
  const [row, ...others] = rowsOf([probed("encode", {})], [conforming("decode", 9), conforming("scan", 8)]);
  expect(others).toEqual([]);
  expect(row?.share).toBe(0.8);
});

test("codecs that are not shown have no row", () => {
  expect(rowsOf([probed("encode", {})], [], [{ ...codec, codec: "orjson" }])).toEqual([]);
});

test("of a probe the worst operation is shown, and all are told", () => {
  const [row] = rowsOf([probed("encode", { floats: "exact" }), probed("decode", { floats: "lossy" }, ["float32"])]);
  expect(row && fatesOf(row).get("floats")).toEqual({ outcome: "lossy", words: "encode: exact; decode: float32" });
});

test("probes that tell nothing have no column", () => {
  const probes = ["a", "b", "c"].map((probe) => ({ probe, description: "" }));
  const fates = rowsOf([probed("decode", { a: "exact", b: "refused" })]).map(fatesOf);
  expect(telling(probes, fates)).toEqual({ telling: [probes[1]], exact: [probes[0]] });
});

test("a share is 100 % only if it is all", () => {
  expect([1, 0.9999, 0.5].map(shareText)).toEqual(["100 %", "99.9 %", "50.0 %"]);
});

test("bytes are text only where they are some", () => {
  expect(asText("5b4e614e5d")).toBe("[NaN]");
  expect(["5bff5d", "0000", ""].map(asText)).toEqual([null, null, null]);
});

test("only what was not asked yet is to be asked", () => {
  const document = { run: { run: "r" }, conformance: {} } as unknown as RunDocument;
  expect(commandsFor(document, ["c", "go"])).toEqual([
    "weighbridge verify --matrix --runners c,go",
    "weighbridge report r --html page.html",
  ]);
});
