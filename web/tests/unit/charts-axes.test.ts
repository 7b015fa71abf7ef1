/** Axes, labels and lines of text. */
import { describe, expect, test } from "vitest";
import { domainOf, ticksOf } from "../../src/charts/axes";
import { LEFT_BELOW, place } from "../../src/charts/placing";
import { wrapped } from "../../src/charts/text";

describe("an axis", () => {
  test("that is logarithmic has round ticks", () => {
    expect(ticksOf([0.03, 1.5], "log")).toEqual([0.05, 0.1, 0.2, 0.5, 1]);
    expect(ticksOf([0.5, 2e6], "log")).toEqual([1, 10, 100, 1e3, 1e4, 1e5, 1e6]);
    expect(ticksOf([0, 10], "linear")).toBeNull();
  });

  test.each(["log", "linear"] as const)("that is %s has room about its values", (kind) => {
    const room = { below: 0.1, above: 0.1 };
    const [low, high] = domainOf([10, 20], kind, room);
    expect(low).toBeGreaterThanOrEqual(0);
    expect([low, high]).toEqual([Math.min(low, 9.9), Math.max(high, 20.1)]);
    const [below, above] = domainOf([10], kind, room);
    expect(below).toBeLessThan(10);
    expect(above).toBeGreaterThan(10);
  });
});

describe("a label", () => {
  test("covers no other and no point", () => {
    const named = (x: number, text: string) => [{ at: [x, 0.5] as const, row: { text } }];
    const shown = place([named(0.5, "first"), named(0.51, "second")], [], 300, [LEFT_BELOW]);
    expect(new Set(shown.map(({ text }) => text))).toEqual(new Set(["first"]));
    expect(place([named(0.5, "name")], [[0.49, 0.475]], 300, [LEFT_BELOW])).toEqual([]);
  });

  test("that must stand covers points, but no other", () => {
    const named = (x: number, text: string) => [{ at: [x, 0.5] as const, row: { text }, always: true }];
    const shown = place([named(0.5, "first"), named(0.51, "second")], [[0.49, 0.475]], 300, [LEFT_BELOW]);
    expect(new Set(shown.map(({ text }) => text))).toEqual(new Set(["first"]));
  });

  test("that leaves the plot is left out until there is room", () => {
    const shown = place([[{ at: [0.2, 0.5], row: { text: "a name of some length" } }]], [], 300, [LEFT_BELOW]);
    expect(shown.length).toBeGreaterThan(0);
    expect(Math.min(...shown.map(({ least }) => Number(least)))).toBeGreaterThan(400);
  });
});

describe("lines", () => {
  test("are as long as they may be, and break between words only", () => {
    expect(wrapped("one two three four", 9)).toEqual(["one two", "three", "four"]);
    expect(wrapped("a-word-without-end of all", 6)).toEqual(["a-word-without-end", "of all"]);
  });
});
