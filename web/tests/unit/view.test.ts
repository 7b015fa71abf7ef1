import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { participantOf } from "../../src/data/cells";
import type { RunDocument } from "../../src/data/document";
import { completed } from "../../src/data/run";
import { warningsOf } from "../../src/data/warnings";
import { codecName } from "../../src/model/figures";
import { DEFAULTS, type Selection } from "../../src/state/state";
import { hiddenFrom, viewOf, type View } from "../../src/state/view";

const file = new URL("../../../tests/report/run.json", import.meta.url);
const { document } = JSON.parse(readFileSync(file, "utf8")) as { document: RunDocument };

function view(change: Partial<Selection>): View {
  return viewOf(document, { ...DEFAULTS, ...change }) as View;
}

const names = (change: Partial<Selection>) => view(change).rows.map(codecName);

describe("a view", () => {
  it("begins with the first payload, decode, and all participants", () => {
    const { payload, operation, participants } = view({});
    const all = ["node", "php", "php:php-jit", "python"];
    expect([payload.payload, operation, participants]).toEqual(["websocket", "decode", all]);
  });

  it("takes what the run does not have for nothing chosen", () => {
    expect(view({ payload: "nothing", op: "guess", lang: ["cobol"] })).toEqual(view({}));
  });

  it("has the participants in the order of the run, however they were chosen", () => {
    expect(view({ lang: ["python", "node"] }).participants).toEqual(["node", "python"]);
    expect(view({ lang: ["all"] }).participants).toEqual(["node", "php", "php:php-jit", "python"]);
  });

  it("orders a runner's codecs by their own ranks, and those of several by the ranks among all", () => {
    const one = view({ lang: ["python"] }).rows.map((cell) => cell.rank_in_language);
    const all = view({ lang: ["all"] }).rows.map((cell) => cell.rank);
    expect(one).toEqual([...one].sort((a, b) => a - b));
    expect(all).toEqual([...all].sort((a, b) => a - b));
  });

  it("has exact codecs before lossy ones of the same rank", () => {
    const [, first, second] = view({ lang: ["php"], op: "encode" }).rows;
    expect(first?.rank_in_language).toBe(second?.rank_in_language);
    expect([first?.fidelity, second?.fidelity]).toEqual(["exact", "lossy"]);
  });

  it("joins filters: formats among themselves by or, all others by and", () => {
    const python = { lang: ["python"], op: "encode" };
    const both = names({ ...python, format: ["cbor", "msgpack"] });
    expect(both).toEqual(expect.arrayContaining(["cbor2", "msgpack", "msgpack[reuse]"]));
    expect(both).not.toContain("json");
    expect(names({ ...python, format: ["cbor", "msgpack"], buffers: ["reuse"] })).toEqual(["msgpack[reuse]"]);
    expect(names({ ...python, search: "MSGSPEC" })).toEqual(["msgspec-json"]);
    expect(view({ lang: ["all"], exact: true }).cells.every((cell) => cell.fidelity === "exact")).toBe(true);
  });

  it("is none where nothing was measured", () => {
    expect(viewOf({ ...document, cells: [] }, DEFAULTS)).toBeNull();
  });

  it("keeps the cells of all payloads beside the rows of one", () => {
    const { cells, rows } = view({ lang: ["php"] });
    expect(new Set(cells.map((cell) => cell.payload)).size).toBe(2);
    expect(rows.every((cell) => cell.payload === "websocket" && participantOf(cell) === "php")).toBe(true);
  });
});

describe("a search", () => {
  const hidden = (change: Partial<Selection>) =>
    hiddenFrom(document, view(change), { ...DEFAULTS, ...change }).map(({ count, where }) => [count, where]);

  it("tells of rows in runners that are not chosen, and how to see them", () => {
    const search = { search: "orjson", lang: ["php", "node"] };
    expect(hidden(search)).toEqual([[1, "Python"]]);
    const [found] = hiddenFrom(document, view(search), { ...DEFAULTS, ...search });
    expect(view({ ...search, ...found?.change }).rows.map(codecName)).toEqual(["orjson"]);
    expect(hidden({ search: "orjson" })).toEqual([]);
    expect(hidden({ search: " ", lang: ["php"] })).toEqual([]);
  });

  it("tells of what filters hide, and of other operations, where nothing else is found", () => {
    expect(hidden({ search: "orjson", format: ["cbor"] })).toEqual([[1, null]]);
    const scan = document.cells.map((cell) =>
      codecName(cell) === "orjson" ? { ...cell, operation: "scan" as const } : cell,
    );
    const selection = { ...DEFAULTS, search: "orjson", exact: true };
    const run = { ...document, cells: scan };
    const [found] = hiddenFrom(run, viewOf(run, selection) as View, selection);
    expect(found).toMatchObject({ where: "scan", change: { op: "scan", exact: false } });
    expect(hidden({ search: "no such codec" })).toEqual([]);
  });
});

describe("a document of an older version", () => {
  it("gets what it lacks", () => {
    const old = structuredClone(document) as unknown as Record<string, unknown> & { cells: Record<string, unknown>[] };
    delete old["formats"];
    const { quietness, spent, ...run } = document.run;
    Object.assign(old, { run });
    expect([quietness.quiet_share, spent.length]).not.toEqual([null, 0]);
    for (const cell of old.cells) {
      delete cell["instructions"];
      delete cell["wall_ns"];
    }
    const now = completed(old as unknown as RunDocument);
    expect(now.formats).toEqual([]);
    expect(now.cells[0]?.instructions).toBeNull();
    expect(now.cells[0]?.wall_ns).toBeNull();
    expect(now.run).toMatchObject({ quietness: { quiet_share: null, moments: [] }, spent: [] });
    expect(warningsOf({ ...now, cells: [] })).toEqual([]);
    expect(now.cells[1]?.cell).toBe(document.cells[1]?.cell);
  });
});

describe("warnings", () => {
  it("are none for a good run", () => {
    const cells = document.cells.map((cell) => ({ ...cell, settled: true }));
    expect(warningsOf({ ...document, cells })).toEqual([]);
  });

  it("tell of a processor that others used", () => {
    const cells = document.cells.map((cell) => ({ ...cell, settled: true }));
    const shared = (quiet_share: number | null) => {
      const quietness = { ...document.run.quietness, quiet_share };
      return warningsOf({ ...document, cells, run: { ...document.run, quietness } }).map(({ kind }) => kind);
    };
    expect([shared(0.24), shared(0.25), shared(null)]).toEqual([["warn"], [], []]);
  });

  it("begin with the worst", () => {
    const run = { ...document.run, self_check: { pairs: 9, different: 2, passed: false } };
    expect(warningsOf({ ...document, run })[0]).toMatchObject({ kind: "bad" });
  });
});
