/** What the page shows end to end: who contends, in which order, and the parts of their times. */
import { describe, expect, test } from "vitest";
import { participantOf } from "../../src/data/cells";
import type { Cell, RunDocument } from "../../src/data/document";
import {
  flipsTexts,
  leftOutOf,
  numbersOf,
  remarksOn,
  ratesTexts,
  talkedAbout,
  wouldGain,
} from "../../src/model/advice";
import { answer } from "../../src/model/answer";
import { candidatesOf } from "../../src/model/candidates";
import { consider } from "../../src/model/case";
import { contendersOf, isWeighed, ranked } from "../../src/model/contenders";
import { partsOf } from "../../src/model/parts";
import { flipsOf } from "../../src/model/flips";
import { USUAL, type Scenario } from "../../src/model/scenario";
import { smallRun } from "./advice-run";

const RUN = smallRun();
const PAYLOAD = RUN.run.payloads[0] as RunDocument["run"]["payloads"][number];
const SCENARIO: Scenario = { ...USUAL, rtt_s: 0.0001, messages_per_s: 100 };

function contenders(participants: string[], change: Partial<Scenario> = {}, kept: readonly Cell[] = RUN.cells) {
  const { compressor, baseline } = { ...SCENARIO, ...change };
  return contendersOf(RUN, PAYLOAD, participants, kept, compressor, baseline);
}

function order(participants: string[], change: Partial<Scenario> = {}) {
  return ranked(contenders(participants, change), { ...SCENARIO, ...change });
}

describe("contenders", () => {
  test("carry their runner's name where there are several", () => {
    expect(contenders(["python"]).map(({ label }) => label)).toContain("orjson");
    expect(contenders(["python", "node"]).map(({ label }) => label)).toContain("json · JavaScript (Node.js)");
  });

  test("are compared with their own runner's baseline", () => {
    for (const { participant, baseline } of contenders(["python", "node"])) {
      expect(baseline?.candidate.encode && participantOf(baseline.candidate.encode)).toBe(participant);
    }
  });

  test("stay if the filters leave both their cells, and the baseline stays in any case", () => {
    const packed = RUN.cells.filter(({ format }) => format === "msgpack");
    expect(contenders(["python"], {}, packed).map(({ label }) => label)).toEqual([
      "json",
      "ormsgpack",
      "ormsgpack[reuse]",
    ]);
    const encoding = packed.filter(({ operation }) => operation === "encode");
    expect(contenders(["python"], {}, encoding).map(({ label }) => label)).toEqual(["json"]);
  });

  test("of which the run lacks a number are not ranked, and say which", () => {
    const all = contenders(["python"], { compressor: "lz4" });
    expect(all.filter(isWeighed)).toEqual([]);
    expect(all[0]?.lacking).toEqual(["times of lz4 for json"]);
  });

  test("are ranked by time or by money, and anew at every bandwidth", () => {
    const names = (change: Partial<Scenario>) =>
      order(["python"], { baseline: "orjson", ...change }).map(({ label }) => label);
    expect(names({ bandwidth_bits_per_s: 1e6 })).toEqual(["pickle", "ormsgpack[reuse]", "ormsgpack", "orjson", "json"]);
    expect(names({ bandwidth_bits_per_s: 100e9 })).toEqual([
      "pickle",
      "ormsgpack[reuse]",
      "orjson",
      "ormsgpack",
      "json",
    ]);
    expect(names({ minimise: "cost", egress_price_per_gigabyte: 0 }).at(-2)).toBe("ormsgpack");
  });

  test("that do not fit through the link come last", () => {
    const last = order(["python"], { messages_per_s: 6000 }).at(-1);
    expect(last?.candidate.format).toBe("json");
    expect(order(["python"], { messages_per_s: 6000 })[0]?.label).toBe("pickle");
  });
});

describe("the answer", () => {
  const say = (participants: string[], change: Partial<Scenario> = {}, run = RUN) =>
    answer(order(participants, change), run, { ...SCENARIO, ...change });

  test("is no codec that loses something or is for one language", () => {
    expect(order(["node"])[0]?.label).toBe("loser");
    expect(say(["node"])).toMatch(/^packer takes least: .* a message, 12 % less than json\.$/);
    expect(say(["python"])).toMatch(/^ormsgpack\[reuse\] takes least.* than json; it reuses its buffers\.$/);
  });

  test("may be the baseline", () => {
    expect(say(["node"], { bandwidth_bits_per_s: 100e9, baseline: "packer" })).toMatch(/json|packer/);
    expect(say(["python"], { baseline: "ormsgpack[reuse]" })).toMatch(/, and is the baseline\.$/);
  });

  test("is about money where that counts", () => {
    // Almost all of it is traffic: 1 760 bytes instead of 2 200, however long a round trip takes.
    expect(say(["python"], { minimise: "cost", rtt_s: 10 })).toMatch(
      /^ormsgpack.*costs least: [\d.]+ ± [\d.]+ a month, 20 % less/,
    );
  });

  test("is that the link is full where it is", () => {
    expect(say(["python"], { messages_per_s: 20000 })).toBe(
      "The link is full: even with pickle, 20 000/s need 240 % of 100 Mbit/s.",
    );
  });

  test("is none where the run failed its own check, or has nothing", () => {
    const distrusted = { ...RUN, run: { ...RUN.run, self_check: { pairs: 4, different: 3, passed: false } } };
    expect(say(["python"], {}, distrusted)).toMatch(/failed its own check/);
    expect(say(["python"], { compressor: "lz4" })).toMatch(/no codec here/);
  });
});

describe("the parts of a time", () => {
  test("follow each other and add up to the total", () => {
    const { rows, totals, cut } = partsOf(order(["python"], { compressor: "gzip" }), {
      ...SCENARIO,
      compressor: "gzip",
    });
    const own = rows.filter(({ label }) => label === "json");
    expect(own.map(({ part }) => part)).toEqual([
      "encode",
      "compress",
      "transfer",
      "decompress",
      "decode",
      "round trip",
    ]);
    expect(own.map(({ from }) => from).slice(1)).toEqual(own.map(({ to }) => to).slice(0, -1));
    expect(cut).toBeNull();
    expect(totals.find(({ label }) => label === "json")).toMatchObject({
      baseline: true,
      cut: false,
      end: own.at(-1)?.to,
    });
  });

  test("leave out what is not there", () => {
    expect(partsOf(order(["python"]), { ...SCENARIO, rtt_s: 0 }).present).toEqual(["encode", "transfer", "decode"]);
  });

  test("a round trip that would hide all else is cut, and its text still tells all", () => {
    const { rows, totals, cut } = partsOf(order(["python"]), { ...SCENARIO, rtt_s: 0.5 });
    expect(cut).toBeGreaterThan(1000);
    expect(new Set(totals.map(({ end }) => end)).size).toBe(1);
    expect(totals[0]?.text).toBe("125 µs + 500 ms");
    expect(rows.filter(({ part }) => part === "round trip").every(({ text }) => text === "500 ms")).toBe(true);
  });

  test("an interval that is longer than the bar moves the text beyond it", () => {
    const unsure = order(["go"]).filter(({ label }) => label === "json");
    const [total] = partsOf(unsure, { ...SCENARIO, rtt_s: 0 }).totals;
    expect(total?.beyond).toBe(total?.high);
    expect(total?.beyond).toBeGreaterThan(total?.end ?? Infinity);
  });

  test("know no interval where the run does not", () => {
    const once = order(["node"]).filter(({ label }) => label === "once");
    expect(partsOf(once, SCENARIO).totals).toMatchObject([{ low: null, high: null }]);
  });
});

describe("what a verdict comes with", () => {
  const of = (change: Partial<Scenario> = {}, participant = "python") => {
    const scenario = { ...SCENARIO, rtt_s: 0, ...change };
    return { scenario, of: consider(RUN, PAYLOAD, participant, candidatesOf(RUN, PAYLOAD, participant), scenario) };
  };

  test("three numbers of the codec that it talks about", () => {
    const { of: found, scenario } = of({ messages_per_s: 2000, bandwidth_bits_per_s: 1e9 });
    expect(talkedAbout(found)?.name).toBe("ormsgpack");
    expect(numbersOf(found, scenario)).toEqual({
      codec: "ormsgpack",
      latency: "47.9 ± 0.51 µs",
      share: "64 %",
      cores: "0.0888 ± 0.0010",
      money: "211 ± 0.030",
    });
  });

  test("no digits of what nobody would notice, nor of a time without bound", () => {
    const { of: idle, scenario } = of({ messages_per_s: 0.001, egress_price_per_gigabyte: 0 });
    expect(numbersOf(idle, scenario)).toMatchObject({ cores: "under 0.001", money: "under 0.01" });
    const { of: full, scenario: busy } = of({ messages_per_s: 6000 });
    expect(numbersOf(full, busy)).toMatchObject({ latency: "without bound today", share: "" });
  });

  test("where it flips, and from which rate on the link is full", () => {
    const { of: found, scenario } = of({ rtt_s: 0.001 });
    const texts = flipsTexts(found, flipsOf(found, RUN, scenario), scenario);
    expect(texts).toEqual([
      "below 1.41 Mbit/s no codec fits",
      "up to 51.8 Mbit/s move to ormsgpack",
      "no numbers for lz4",
    ]);
    expect(ratesTexts(found, flipsOf(found, RUN, scenario), scenario)[0]).toMatch(
      /^from 5 680\/s on json and orjson fill/,
    );
  });

  test("remarks on what is to be known of both", () => {
    const { of: found, scenario } = of({ messages_per_s: 5500, requirements: ["maintained"] });
    expect(remarksOn(found, RUN, scenario)).toEqual([
      "ormsgpack takes 77 % of the link: messages would queue, which is not counted",
      "ormsgpack[reuse] saves 500 ± 120 ns more than ormsgpack, but reuses its buffers: for that it would have to save 5 % more",
    ]);
  });

  test("the codecs that may not be advised, by the first reason", () => {
    expect(leftOutOf(of({ requirements: ["readable"] }).of)).toEqual([
      "not readable without a tool: ormsgpack, ormsgpack[reuse]",
      "made for Python alone: pickle",
    ]);
    expect(leftOutOf(of({}, "node").of)[0]).toBe("loses int53: loser");
  });

  test("no loss by a codec that would gain nothing", () => {
    expect(wouldGain(of().of, of().scenario)).toBe(true);
    const best = of({ baseline: "ormsgpack[reuse]", bandwidth_bits_per_s: 1e7 });
    expect([talkedAbout(best.of)?.name, wouldGain(best.of, best.scenario)]).toEqual(["ormsgpack", false]);
  });

  test("nothing where there is no verdict", () => {
    const { of: found, scenario } = of({ compressor: "lz4" });
    const flips = flipsTexts(found, flipsOf(found, RUN, scenario), scenario);
    expect([numbersOf(found, scenario), flips, talkedAbout(found)]).toEqual([null, [], null]);
  });
});
