/** How quiet the machine was, and where the time went. */
import { describe, expect, it } from "vitest";
import { specification } from "../../src/charts/picture";
import { pitch } from "../../src/charts/pitch";
import type { Cell, RunInfo } from "../../src/data/document";
import { quietnessLine } from "../../src/data/quietness";
import { accountsOf, activitiesOf, NOBODY, spendingLine, wholeOf } from "../../src/data/spending";
import { textsOf } from "../../src/data/tables";

const quiet = { quiet_ns: 80_000, quiet_share: 0.824, corrected: 0.0306, moments: [] };
const moments = (...times: number[]) => times.map((at_s) => ({ at_s, typical: 1.02, high: 1.3 }));

function run(...rows: [string, string, number][]): RunInfo {
  return { spent: rows.map(([runner, activity, seconds]) => ({ runner, activity, seconds })) } as unknown as RunInfo;
}

const RUN = run(
  ["core", "waiting", 1],
  ["c", "warming up", 2],
  ["c", "timed batches", 3],
  ["go", "aside", 4],
  ["go", "warming up", 3],
  ["go", "timed batches", 1],
  ["go", "checking", 0.01],
);

describe("the line of quietness", () => {
  it("tells what had to be corrected, where something had", () => {
    expect(quietnessLine(quiet)).toBe(
      "82 % of batches were timed on a quiet core; because of the others, a typical time was corrected by 3.1 %.",
    );
    const steady = "100 % of batches were timed on a quiet core.";
    expect(quietnessLine({ ...quiet, quiet_share: 0.9961, corrected: -0.0004 })).toBe(steady);
    expect(quietnessLine({ ...quiet, quiet_share: null })).toBeNull();
  });
});

describe("the pitch over time", () => {
  it("is no picture where nobody told it", () => {
    expect(pitch(quiet)).toBeNull();
  });

  it("has no line where nothing was timed", () => {
    const picture = pitch({ ...quiet, moments: moments(1, 3, 5, 30, 32, 60) });
    expect(picture?.data["rows"]?.map((row) => [row["stretch"], row["alone"]])).toEqual([
      [0, false],
      [0, false],
      [0, false],
      [1, false],
      [1, false],
      [2, true],
    ]);
    expect(picture?.words["xDomain"]).toEqual([0, 61]);
    const asked = JSON.stringify(specification("pitch")).match(/(?<="\$)\w+(?="[,}])/g) ?? [];
    expect(new Set(asked)).toEqual(new Set(Object.keys(picture?.words ?? {})));
  });

  it("counts long runs in minutes, and holds every moment", () => {
    const long = pitch({ ...quiet, moments: moments(3, 9, 300) });
    expect(long?.words["x"]).toBe("minutes since the measuring began");
    expect(long?.data["rows"]?.[2]).toMatchObject({ at: 5, atText: "5.00 min", highText: "1.30×" });
    const [low, high] = long?.words["yDomain"] as [number, number];
    expect(low).toBeLessThan(1);
    expect(high).toBeGreaterThan(1.3);
    expect(pitch({ ...quiet, moments: moments(2) })?.data["rows"]?.[0]).toMatchObject({ alone: true });
  });
});

describe("where the time went", () => {
  it("is told in a line", () => {
    expect(spendingLine(RUN)).toBe(
      "Of 10.0 s, 40 % went into timed batches, 50 % warming up, 10 % waiting. " +
        "Another 4.0 s of preparing went on aside, on another processor.",
    );
    expect(spendingLine(run())).toBeNull();
    expect(spendingLine(run(["c", "aside", 1]))).toBeNull();
  });

  it("is told of each runner, and of none last", () => {
    const accounts = accountsOf(RUN, new Map([["go", "Go"]]));
    expect(accounts.map(({ who, timed, aside }) => [who, timed.toFixed(2), aside])).toEqual([
      ["c", "0.60", 0],
      ["Go", "0.25", 4],
      [NOBODY, "0.00", 0],
    ]);
    expect(activitiesOf(wholeOf(RUN))).toEqual(["timed batches", "warming up", "waiting", "checking"]);
  });
});

describe("a row", () => {
  const interval = { estimate: 1000, low: 400, high: 1600 };
  const cell = {
    ...{ clock: "cpu", settled: true, fidelity: "exact", losses: [], processes: 3, operation: "decode" },
    ...{ policies: { threads: true }, wall_ns: 1.2e6, net_ns: { ...interval, at_most: false }, gross_ns: interval },
    ...{ megabytes_per_second: null, relative: null, bytes: 1, gzip_bytes: 1, allocated_bytes: null },
  } as unknown as Cell;
  const texts = (change: Partial<Cell>) => textsOf({ ...cell, ...change }, { inRunner: new Set(), overall: new Set() });

  it("of a codec that works in threads has its wall time", () => {
    expect(texts({}).remarks).toBe("exact; wall 1.20 ms");
    expect(texts({ clock: "wall" }).remarks).toBe("exact");
    expect(texts({ policies: { threads: false } }).remarks).toBe("exact");
    expect(texts({ wall_ns: null }).remarks).toBe("exact");
  });

  it("whose interval tells nothing is undecided", () => {
    expect(texts({}).margin).toBe("undecided");
  });
});
