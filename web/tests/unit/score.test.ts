/** One number over several payloads. */
import { describe, expect, test } from "vitest";
import { geometricMean, scoresOf } from "../../src/data/score";
import { cell } from "./charts-run";

const sure = (estimate: number) => ({ estimate, low: estimate, high: estimate });
const within = (estimate: number, factor: number) => ({ estimate, low: estimate / factor, high: estimate * factor });

describe("a geometric mean", () => {
  test("is the same whichever codec the ratios are to", () => {
    const [json, other] = [
      [2, 0.5, 8],
      [4, 3, 0.1],
    ] as const;
    const direct = geometricMean(json.map((time, at) => sure(time / (other[at] ?? 1))));
    const through = geometricMean(json.map(sure)).estimate / geometricMean(other.map(sure)).estimate;
    expect(direct.estimate).toBeCloseTo(through, 12);
  });

  test("of one ratio is that ratio, and of several is surer than any", () => {
    const one = geometricMean([within(0.5, 1.1)]);
    expect([one.estimate, one.low, one.high]).toEqual([0.5, 0.5 / 1.1, 0.5 * 1.1].map((n) => expect.closeTo(n, 12)));
    const four = geometricMean([within(0.5, 1.1), within(0.5, 1.1), within(0.5, 1.1), within(0.5, 1.1)]);
    expect(four.estimate).toBeCloseTo(0.5, 12);
    expect(four.high).toBeCloseTo(0.5 * Math.sqrt(1.1), 12);
    expect(four.low).toBeCloseTo(0.5 / Math.sqrt(1.1), 12);
  });

  test("is as unsure as the ratio of which nothing is known", () => {
    const mean = geometricMean([within(2, 1.1), { estimate: 8, low: null, high: null }]);
    expect(mean).toEqual({ estimate: expect.closeTo(4, 12) as number, low: null, high: null });
  });
});

test("a score is over the payloads that a codec was measured on, and says how many", () => {
  const cells = [
    cell("json", "json", 1000, { relative: 1 }),
    cell("json", "json", 1000, { relative: 1, payload: "hello" }),
    cell("quick", "json", 100, { relative: 0.1 }),
    cell("quick", "json", 400, { relative: 0.4, payload: "hello" }),
    cell("half", "json", 500, { relative: 0.5 }),
    cell("tiny", "json", null),
  ];
  const scores = scoresOf(cells);
  expect([...scores.keys()]).toEqual(["python/json", "python/quick", "python/half"]);
  expect(scores.get("python/json")).toEqual({ mean: sure(1), payloads: 2 });
  expect(scores.get("python/quick")?.mean.estimate).toBeCloseTo(0.2, 12);
  expect(scores.get("python/half")?.payloads).toBe(1);
});
