/** A line of verdict for every runner. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PayloadInfo, RunDocument } from "../../src/data/document";
import type { Scenario } from "../../src/model/scenario";
import { answerOf, choicesOf, lengthOf, ordered, type Answer } from "../../src/sections/verdicts";
import { chosenScenario } from "../../src/sections/scenario";

const file = new URL("../../../tests/report/run.json", import.meta.url);
const { document } = JSON.parse(readFileSync(file, "utf8")) as { document: RunDocument };
const payload = document.run.payloads[0] as PayloadInfo;

function answers(change: Partial<Scenario> = {}, run = document): Answer[] {
  const scenario = { ...chosenScenario(), ...change };
  return choicesOf(run, payload).map((choices) => answerOf(run, payload, choices, scenario));
}

const titles = (some: readonly Answer[]) => some.map(({ participant }) => participant);

describe("the answers", () => {
  it("are one for every runner, in the order of the run", () => {
    expect(titles(answers())).toEqual(["node", "php", "php:php-jit", "python"]);
  });

  it("show what comes nearest where nothing is advised, and what is advised where something is", () => {
    const [stay, change] = [{}, { rtt_s: 0 }].map((scenario) => answers(scenario).at(-1) as Answer) as [Answer, Answer];
    expect([stay.headline, stay.changes, stay.today?.name]).toEqual([
      "Stay with JSON, but use msgspec-json",
      true,
      "json",
    ]);
    expect(stay.other).not.toBeNull();
    expect([change.changes, change.today?.name]).toEqual([true, "json"]);
    expect(change.headline).toContain(change.other?.name);
    expect(change.saves?.share).toBeCloseTo(
      1 - lengthOf(change.other as never) / lengthOf(change.today as never), // there is no round trip
    );
  });

  it("say why there is none", () => {
    const run = { ...document.run, self_check: { pairs: 9, different: 2, passed: false } };
    const [first] = answers({}, { ...document, run });
    expect(first).toMatchObject({ headline: "No advice: the run failed its own check", today: null, saves: null });
    expect(answers({ bandwidth_bits_per_s: 1e3 })[0]?.headline).toBe("No codec fits through the link");
  });

  it("count money where that is minimised", () => {
    const [, , , python] = answers({ minimise: "cost" });
    expect(python?.today?.wire).toBeGreaterThan(0);
    expect(python?.today?.wire).toBeLessThan(10);
  });

  it("carry the badges of the codec that is named, and doubts about the other", () => {
    const cells = document.cells.map((cell) => (cell.codec === "json" ? { ...cell, settled: false } : cell));
    const of = (change: Partial<Scenario>) =>
      answers(change, { ...document, cells })
        .at(-1)
        ?.badges.map(({ text }) => text);
    expect(of({ baseline: "orjson", rtt_s: 10 })).not.toContain("json not settled");
    expect(of({ rtt_s: 0 })).toContain("json not settled");
  });

  it("can be sorted", () => {
    const some = answers({ rtt_s: 0 });
    expect(ordered(some, "run")).toEqual(some);
    const today = ordered(some, "today").map((answer) => lengthOf(answer.today as never));
    expect(today).toEqual([...today].sort((a, b) => a - b));
    const saves = ordered(some, "saves").map((answer) => answer.saves?.share ?? -Infinity);
    expect(saves).toEqual([...saves].sort((a, b) => b - a));
    expect(titles(ordered(some, "best")).sort()).toEqual([...titles(some)].sort());
    expect(ordered(some, "advice").map(({ headline }) => headline)).toEqual(some.map((a) => a.headline).sort());
  });
});
