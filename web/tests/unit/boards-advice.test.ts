/** What is advised on emulated boards. */
import { describe, expect, test } from "vitest";
import type { BoardAdvice } from "../../src/data/advice";
import type { CountedCell, RunDocument } from "../../src/data/document";
import { advise } from "../../src/model/advise";
import { readScenario, type Written } from "../../src/model/options";
import { smallRun } from "./advice-run";
import { boardRun, counted, pair, unfit } from "./boards-run";

const JSON_CELLS = pair("cjson", 6000, 14_000);
const PACKED = { format: "msgpack", bytes: 70 };

function advised(document: RunDocument, written: Written = {}): BoardAdvice {
  const [advice] = advise(document, readScenario(written)).boards ?? [];
  if (!advice) throw new Error("no advice");
  return advice;
}

function on(cells: readonly CountedCell[], written: Written = {}): BoardAdvice {
  return advised(boardRun([...JSON_CELLS, ...cells]), written);
}

function fact({ facts }: BoardAdvice, label: string): string {
  return facts.find((fact) => fact.label === label)?.parts.join("; ") ?? "";
}

const PRICES = { energy_per_byte: "1uJ", energy_per_million: "100uA/MHz@3V" };

describe("without prices of energy", () => {
  test("a format that takes less of both is advised", () => {
    const advice = on(pair("cmp", 2000, 8000, PACKED));
    expect(advice.kind).toBe("format");
    expect(advice.sentence).toBe(
      "Move to MessagePack with cmp: against cjson it takes 30 % fewer bytes and 50 % fewer instructions.",
    );
    expect(advice.headline).toBe("Move to MessagePack with cmp: 30 % fewer bytes");
    expect(advice.best?.energy_j_per_month).toBeNull();
    expect(fact(advice, "note")).toContain("without the prices of energy");
  });

  test("fewer bytes for more instructions are nobody's to decide, but the price that decides is told", () => {
    const advice = on(pair("slow", 9000, 14_000, PACKED));
    expect(advice.kind).toBe("undecided");
    expect(advice.sentence).toContain("slow takes 30 % fewer bytes and 15 % more instructions; slow spares energy");
    // 3,000 instructions for 30 bytes
    expect(advice.sentence).toContain("as much as 100 instructions, or more. Tell --energy-per-byte");
  });

  test("another library has to take fewer instructions by the threshold", () => {
    expect(on(pair("quick", 5000, 5000)).sentence).toBe(
      "Stay with JSON, but use quick: against cjson it takes 50 % fewer instructions and the same bytes.",
    );
    const advice = on(pair("hardly", 5900, 14_000));
    expect(advice.kind).toBe("stay");
    expect(advice.sentence).toContain("takes 0.5 % fewer instructions and the same bytes, under the threshold of 5 %");
  });

  test("a format has to be better than another library, too", () => {
    const advice = on([...pair("quick", 2000, 2000), ...pair("cmp", 4000, 4000, PACKED)]);
    expect([advice.kind, advice.best?.codec]).toEqual(["library", "quick"]);
    expect(fact(advice, "instead")).toContain("against quick, cmp takes 30 % fewer bytes and 100 % more instructions");
  });
});

describe("with prices of energy", () => {
  test("what counts is energy", () => {
    const advice = on(pair("slow", 9000, 14_000, PACKED), { ...PRICES, rate: "1/s" });
    // 100 µJ and 20,000 × 300 pJ against 70 µJ and 23,000 × 300 pJ
    expect(advice.kind).toBe("format");
    expect(advice.headline).toBe("Move to MessagePack with slow: 27 % less energy");
    expect(advice.baseline?.energy_j_per_month).toBeCloseTo((100e-6 + 6e-6) * 730 * 3600, 9);
    expect(fact(advice, "a month")).toContain("cjson: 263 MB on the wire, 52.6 billion instructions, 279 J");
  });

  test("a battery lasts so long", () => {
    const advice = on([], { ...PRICES, rate: "1/s", battery: "2789J" });
    expect(advice.best?.battery_months).toBeCloseTo(10.01, 2);
    expect(fact(advice, "a month")).toContain("the battery lasts 10.0 months if it does nothing else");
  });

  test("one price alone is said to be alone", () => {
    const advice = on(pair("slow", 90_000, 140_000, PACKED), { energy_per_byte: "1uJ" });
    expect(advice.kind).toBe("format");
    expect(fact(advice, "note")).toBe("instructions count as no energy: tell --energy-per-million");
  });
});

test("a board that only encodes does not care what decoding takes", () => {
  const cells = [counted("cmp", "encode", 3000, PACKED)];
  expect(on(cells).kind).toBe("stay");
  const advice = on(cells, { on_board: "encode" });
  expect([advice.kind, advice.best?.count_per_message]).toEqual(["format", 3000]);
});

describe("what may not be advised", () => {
  const cmp = (about: Partial<CountedCell>) => pair("cmp", 2000, 8000, { ...PACKED, ...about });

  test("is what loses something, unless that is accepted", () => {
    const lossy = cmp({ losses: ["float32"] });
    expect(on(lossy).kind).toBe("stay");
    expect(fact(on(lossy), "left out")).toBe("loses float32: cmp");
    expect(on(lossy, { accept: ["float32"] }).kind).toBe("format");
  });

  test("is what takes more memory than there is", () => {
    expect(on(cmp({}), { free_flash: "9KB", free_ram: "600B" }).kind).toBe("format");
    expect(fact(on(cmp({}), { free_flash: "8KB" }), "left out")).toBe("takes more than 8.00 KB of flash: cmp");
    // 20 bytes static, 300 of heap, 200 of stack
    expect(fact(on(cmp({}), { free_ram: "519B" }), "left out")).toBe("takes more than 519 bytes of RAM: cmp");
  });

  test("is what adds more in any of its operations, where each was linked alone", () => {
    const cells = [
      counted("cmp", "encode", 2000, { ...PACKED, flash_bytes: 3000 }),
      counted("cmp", "decode", 8000, { ...PACKED, flash_bytes: 9000 }),
    ];
    expect(fact(on(cells, { free_flash: "8KB" }), "left out")).toBe("takes more than 8.00 KB of flash: cmp");
  });

  test("is what does not fit into the board", () => {
    const document = boardRun([...JSON_CELLS, counted("cmp", "encode", 2000, PACKED)], [unfit("cmp", "decode")]);
    expect(fact(advised(document), "left out")).toContain("does not fit to decode: the heap: 4096 bytes are needed");
    expect(advised(document, { to: "cmp" }).sentence).toContain("it does not fit to decode");
    expect(advised(boardRun([], [unfit("cjson", "decode")])).sentence).toBe(
      "No advice: on this board no codec both encodes and decodes orders, with the memory that there is.",
    );
  });

  test("is anything where what is used today does not fit, until something else is named", () => {
    const cells = pair("cmp", 2000, 8000, { ...PACKED, relative: null });
    const document = boardRun(
      [...cells, ...pair("mpack", 1000, 4000, { ...PACKED, relative: null })],
      [unfit("cjson", "decode")],
    );
    expect(advised(document).sentence).toContain("no codec to compare with that fits: name a --baseline");
    expect(advised(document, { baseline: "cmp" }).headline).toBe(
      "Stay with MessagePack, but use mpack: 50 % fewer instructions",
    );
  });
});

test("what is asked about is answered by yes or no", () => {
  const cells = [...pair("quick", 2000, 2000), ...pair("cmp", 1000, 1000, PACKED)];
  expect(on(cells, { to: "msgpack" }).sentence).toMatch(/^Yes: move to MessagePack with cmp/);
  expect(on(cells, { to: "quick" }).sentence).toMatch(/^Yes: stay with JSON, but use quick/);
  expect(on(pair("cmp", 6000, 14_000, { format: "msgpack" }), { to: "cmp" }).sentence).toMatch(/^No: stay with JSON/);
});

test("what borrows strings has to be worth it", () => {
  const owned = pair("cmp", 4000, 8000, PACKED);
  const borrowed = (decode: number) => pair("mpack", 4000, decode, { ...PACKED, policies: { strings: "borrowed" } });
  const hardly = on([...owned, ...borrowed(7600)]);
  expect(hardly.best?.codec).toBe("cmp");
  expect(fact(hardly, "note")).toContain("mpack takes still less, but borrows its strings: for that it would have to");
  const clearly = on([...owned, ...borrowed(6000)]);
  expect(clearly.best?.codec).toBe("mpack");
  expect(fact(clearly, "loses")).toContain("its strings are borrowed");
  // Where nothing is decoded, nothing is borrowed.
  expect(fact(on([...owned, ...borrowed(6000)], { on_board: "encode", to: "mpack" }), "loses")).not.toContain(
    "borrowed",
  );
});

test("a byte more is nothing against a fifth of the instructions", () => {
  const owned = pair("cmp", 5000, 5000, PACKED);
  const quick = pair("mpack", 1000, 1000, { ...PACKED, bytes: 71, policies: { strings: "borrowed" } });
  expect(on([...owned, ...quick]).best?.codec).toBe("mpack");
});

test("boards are advised on one by one, and beside languages", () => {
  const m0 = { participant: "mcu:cortex-m0" };
  const cells = [
    ...JSON_CELLS,
    ...pair("cjson", 9000, 20_000, { ...m0, relative: { to: "mcu:cortex-m0/cjson", ratio: 1 } }),
  ];
  const alone = advise(boardRun(cells), readScenario({}));
  expect(alone.boards?.map(({ participant, unit }) => [participant, unit])).toEqual([
    ["mcu:cortex-m4", "instructions"],
    ["mcu:cortex-m0", "instructions"],
  ]);
  expect(alone.asked).toMatch(/^On boards: 10\/s encoded and decoded/);
  expect(advise({ ...smallRun(), counted: cells }, readScenario({})).asked).toMatch(/^Messages: .* On boards: /);
  const chosen = advise(boardRun(cells), readScenario({}), [2, 3]);
  expect(chosen.boards?.map(({ participant }) => participant)).toEqual(["mcu:cortex-m0"]);
});
