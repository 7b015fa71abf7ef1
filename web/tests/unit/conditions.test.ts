/** How quiet the machine was, and where the time went. */
import { describe, expect, it } from "vitest";
import { specification } from "../../src/charts/picture";
import { pitch } from "../../src/charts/pitch";
import type { Cell, RunDocument, RunInfo } from "../../src/data/document";
import { quietnessLine } from "../../src/data/quietness";
import { accountsOf, activitiesOf, NOBODY, spendingLine, wholeOf } from "../../src/data/spending";
import { badgesOf } from "../../src/data/badges";
import { rankText, tiesOf } from "../../src/data/ranks";

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

const INTERVAL = { estimate: 1000, low: 400, high: 1600 };
const CELL = {
  ...{ clock: "cpu", settled: true, fidelity: "exact", losses: [], processes: 3, operation: "decode" },
  ...{ policies: {}, wall_ns: null, net_ns: { ...INTERVAL, at_most: false }, gross_ns: INTERVAL },
  ...{ megabytes_per_second: null, relative: null, bytes: 1, gzip_bytes: 1, allocated_bytes: null },
  ...{ preempted: 0.1, released: "2025-03-01", library: "swift", library_version: "1.2", format: "json" },
} as unknown as Cell;

describe("a rank", () => {
  const cells = [1, 2, 2].map((rank) => ({ ...CELL, rank, rank_in_language: 1, runner: `r${rank}` }));
  const ties = tiesOf({ cells } as unknown as RunDocument);
  const texts = (amongAll: boolean) => cells.map((cell) => rankText(cell, ties, amongAll));

  it("says whether it is shared, among all or in its runner", () => {
    expect(texts(true)).toEqual(["1", "2=", "2="]);
    expect(texts(false)).toEqual(["1", "1=", "1="]);
  });

  it("is none where one process tells nothing of the error", () => {
    expect(rankText({ ...CELL, processes: 1 }, ties, true)).toBe("?");
  });
});

describe("badges", () => {
  const formats = [{ format: "pickle", made_for: "Python" }];
  const document = { formats, run: { started: "2026-01-01T00:00:00" } } as unknown as RunDocument;
  const texts = (change: Partial<Cell>) =>
    badgesOf({ ...CELL, ...change }, document).map(({ kind, text }) => `${kind}: ${text}`);

  it("are none for what is exact, steady and well known", () => {
    expect(texts({})).toEqual([]);
  });

  it("tell what makes numbers doubtful", () => {
    expect(texts({ settled: false })).toEqual(["doubt: not settled"]);
    expect(texts({ processes: 2 })).toEqual(["doubt: 2 processes"]);
    expect(texts({ processes: 1 })).toEqual(["doubt: 1 process"]);
    expect(texts({ preempted: 0.6 })).toEqual(["doubt: noisy"]);
  });

  it("tell what is lost, and what not every program can bear", () => {
    expect(texts({ fidelity: "lossy", losses: ["int53", "float32"] })).toEqual(["loss: lossy: int53, float32"]);
    expect(texts({ released: "2022-12-31" })).toEqual(["note: old: 2022"]);
    expect(texts({ released: null })).toEqual([]);
    expect(texts({ format: "pickle" })).toEqual(["note: Python only"]);
    expect(texts({ policies: { strings: "borrowed", buffers: "reuse" } })).toEqual([
      "note: buffers reused",
      "note: strings borrowed",
    ]);
    expect(texts({ operation: "encode", policies: { strings: "borrowed" } })).toEqual([]);
  });

  it("tell the wall time of what works in threads", () => {
    const policies = { threads: true };
    expect(texts({ policies, wall_ns: 1.2e6 })).toEqual(["note: wall 1.20 ms"]);
    expect(texts({ policies, wall_ns: 1.2e6, clock: "wall" })).toEqual([]);
    expect(texts({ policies, wall_ns: null })).toEqual([]);
  });
});
