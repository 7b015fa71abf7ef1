/** The page draws what the command line draws: the same rows, words, descriptions and notes. */
import { expect, test } from "vitest";
import vectors from "../../../tests/vectors/charts.json";
import { bandwidth, weightsOf } from "../../src/charts/bandwidth";
import { heatmap } from "../../src/charts/heatmap";
import { pareto } from "../../src/charts/pareto";
import { fill, specification, type Kind, type Picture } from "../../src/charts/picture";
import { ranking } from "../../src/charts/ranking";
import { rebased } from "../../src/charts/rows";
import { samples } from "../../src/charts/samples";
import { memberOf, type Operation } from "../../src/data/cells";
import type { RunDocument } from "../../src/data/document";
import type { Compressor, Scenario } from "../../src/model/scenario";
import type { Unit, Weight } from "../../src/state/state";

const document = vectors.document as unknown as RunDocument;

interface Chosen {
  members?: string[];
  unit?: Unit;
  weight?: Weight;
  baseline?: string | null;
  most?: number;
  compressor?: Compressor;
  bandwidth?: number;
  rtt?: number;
  exact?: boolean;
  operation?: Operation;
  cell?: number;
}

function draw(kind: string, chosen: Chosen): Picture | null {
  const members = chosen.members ?? [];
  const cells = document.cells.filter(
    (cell) =>
      cell.payload === "orders" &&
      cell.operation === "encode" &&
      (members.length === 0 || members.includes(memberOf(cell))),
  );
  const { unit = "relative", weight = "net", baseline = null, most, compressor = "none" } = chosen;
  const limited = most === undefined ? {} : { most };
  switch (kind) {
    case "ranking":
      return ranking(document, rebased(document, cells, baseline, weight), { unit, weight, ...limited });
    case "pareto":
      return pareto(document, cells, compressor);
    case "bandwidth": {
      const scenario = {
        bandwidthBitsPerS: chosen.bandwidth,
        rttS: chosen.rtt,
        compressor,
        accepted: [] as string[],
      } as Partial<Scenario> as Scenario;
      const [payload] = document.run.payloads;
      if (!payload) return null;
      const sent = { payload, members, formats: [], exact: chosen.exact ?? false };
      return bandwidth(document, weightsOf(document, sent, scenario), scenario);
    }
    case "heatmap":
      return heatmap(document, document.cells, chosen.operation ?? "encode", limited);
    default: {
      const cell = document.cells.find(({ cell }) => cell === chosen.cell);
      return cell ? samples(cell, vectors.samples, document.run.quietness.quiet_ns) : null;
    }
  }
}

/** A value with the numbers of another where they are as good as equal: two languages' logarithms differ in a bit. */
function snapped(value: unknown, to: unknown): unknown {
  if (typeof value === "number" && typeof to === "number") {
    return Math.abs(value - to) <= 1e-9 * Math.abs(to) ? to : value;
  }
  if (typeof value !== "object" || value === null || typeof to !== "object" || to === null) return value;
  if (Array.isArray(value)) return value.map((part, at) => snapped(part, (to as unknown[])[at]));
  const parts = to as Record<string, unknown>;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, snapped(part, parts[key])]));
}

test.each(vectors.cases.map(({ kind, chosen, picture }) => [kind, JSON.stringify(chosen), picture] as const))(
  "%s of %s",
  (kind, chosen, expected) => {
    const picture = draw(kind, JSON.parse(chosen) as Chosen);
    const { data, words, description, notes } = picture ?? {};
    expect(snapped({ data, words, description, notes }, expected)).toEqual(expected);
  },
);

test.each(vectors.cases.map(({ kind, picture }) => [kind, picture.words] as const))(
  "the words of %s are all that its specification asks for",
  (kind, words) => {
    const holes = (value: unknown): boolean =>
      value === undefined || (typeof value === "object" && value !== null && Object.values(value).some(holes));
    expect(holes(fill(specification(kind as Kind), words))).toBe(false);
  },
);

test("nothing is drawn of nothing", () => {
  expect(ranking(document, [], { unit: "relative", weight: "net" })).toBeNull();
  expect(pareto(document, [])).toBeNull();
  expect(heatmap(document, [], "encode")).toBeNull();
  expect(bandwidth(document, [], { rttS: 0, bandwidthBitsPerS: 1e6 } as Scenario)).toBeNull();
});
