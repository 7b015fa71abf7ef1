import { describe, expect, it } from "vitest";
import { DEFAULTS, fromHash, toHash, type Selection } from "../../src/state/state";

describe("the hash", () => {
  it("is empty by default", () => {
    expect(toHash(DEFAULTS)).toBe("");
    expect(fromHash("")).toEqual(DEFAULTS);
  });

  it("gives back every choice", () => {
    const chosen: Selection = {
      lang: ["c", "php:php-jit"],
      format: ["json", "a,b%2C"],
      op: "scan",
      payload: "orders & lines=1.json",
      exact: true,
      buffers: ["fresh"],
      strings: ["owned", "borrowed"],
      utf8: ["checked"],
      access: ["tree"],
      search: "c++ json",
      baseline: "rapidjson[insitu]",
      unit: "allocated",
      weight: "gross",
      compress: "lz4",
      bandwidth: 2.5e9,
      rtt: 0,
      rate: 1e-3,
      cpuPrice: 0.1,
      egressPrice: 0,
      onBoard: "encode",
      energyPerByte: 1.5e-6,
      energyPerMillion: 8e-6,
      battery: 8640,
      freeFlash: 32_000,
      freeRam: null,
      to: "simdjson",
      accept: ["int53", "key-became-int"],
      minimise: "cost",
      row: "cpp/rapidjson[insitu]/decode/ünï",
      section: "ranking",
      sort: "bytes",
      order: "saves",
      board: "mcu:cortex-m4",
      boardSort: "flash",
      compare: ["cpp/rapidjson[insitu]", "python/json"],
    };
    expect(fromHash(toHash(chosen))).toEqual(chosen);
    expect(fromHash(`#${toHash(chosen)}`)).toEqual(chosen);
  });

  it("reads as people would write it", () => {
    expect(toHash({ ...DEFAULTS, lang: ["c", "php:php-jit"], exact: true })).toBe("lang=c,php:php-jit&exact=1");
  });

  it.each(["unit=parsecs", "bandwidth=-1", "bandwidth=fast", "rtt=", "exact=perhaps", "nothing=1", "%%%", "payload="])(
    "ignores %s",
    (hash) => {
      expect(fromHash(hash)).toEqual(DEFAULTS);
    },
  );
});
