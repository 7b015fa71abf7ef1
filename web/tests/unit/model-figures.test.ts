/** The figures of the page and of the terminal are the same to the digit. */
import { expect, test } from "vitest";
import vectors from "../../../tests/vectors/figures.json";
import * as figures from "../../src/model/figures";

/** The functions under the names that Python gives them. */
const PORTED: Record<string, (...given: never[]) => unknown> = {
  significant: figures.significant,
  duration: figures.duration,
  net_time: figures.netTime,
  half_width: figures.halfWidth,
  margin: figures.margin,
  tare_share: figures.tareShare,
  relative: figures.relative,
  size: figures.size,
  about: figures.about,
  saved: figures.saved,
  frequency: figures.frequency,
  weighed: figures.weighed,
  fidelity: figures.fidelity,
  rank: figures.rank,
  codec_name: figures.codecName,
};

test("every function of report/figures.py is ported", () => {
  expect(Object.keys(PORTED).sort()).toEqual(Object.keys(vectors).sort());
});

test.each(Object.entries(vectors as Record<string, unknown[][]>))("%s", (name, cases) => {
  for (const each of cases) {
    const given = each.slice(0, -1);
    expect([...given, PORTED[name]?.(...(given as never[]))]).toEqual(each);
  }
});

test("what is no number is written as Python writes it", () => {
  expect([Infinity, -Infinity, NaN].map((number) => figures.significant(number))).toEqual(["inf", "-inf", "nan"]);
  expect(figures.duration(Infinity)).toBe("inf s");
});
