/** The page advises as `weighbridge advise` does: both are held to one file of cases. */
import { describe, expect, test } from "vitest";
import vectors from "../../../tests/vectors/advice.json";
import type { RunDocument } from "../../src/data/document";
import { lossesBy, remarksOn } from "../../src/model/advice";
import { candidatesOf } from "../../src/model/candidates";
import { consider, type Case } from "../../src/model/case";
import { weightsOf } from "../../src/model/contest";
import { crossover, envelope } from "../../src/model/crossover";
import { casesByCompressor, paybackRate, verdictsByBandwidth } from "../../src/model/flips";
import * as model from "../../src/model/model";
import type { Scenario } from "../../src/model/scenario";
import { further, sentence } from "../../src/model/sentences";
import { paybackMonths, type Answer } from "../../src/model/verdict";

const DOCUMENT = vectors.document as unknown as RunDocument;

/** The names that Python gives the members. */
function withPythonNames(scenario: (typeof vectors.cases)[number]["scenario"]): Scenario {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(scenario).map(([name, value]) => [camel(name), value]),
  ) as unknown as Scenario;
}

/** Expect equal values, but numbers only to twelve digits. */
function expectClose(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === "number" && typeof actual === "number") {
    expect(Math.abs(actual - expected), path).toBeLessThanOrEqual(1e-12 * Math.abs(expected));
  } else if (expected !== null && typeof expected === "object") {
    expect(Object.keys(actual as object).sort(), path).toEqual(Object.keys(expected).sort());
    for (const [key, value] of Object.entries(expected)) {
      expectClose((actual as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    expect(actual, path).toEqual(expected);
  }
}

describe.each(vectors.cases)("$name", ({ payload: name, member, scenario: written, expected }) => {
  const scenario = withPythonNames(written);
  const payload = DOCUMENT.run.payloads.find(({ payload }) => payload === name);
  if (!payload) throw new Error(`no payload ${name}`);
  const candidates = candidatesOf(DOCUMENT, payload, member);
  const of = consider(DOCUMENT, payload, member, candidates, scenario);

  test("the sentences", () => {
    expect(sentence(of, DOCUMENT, scenario)).toBe(expected.sentence);
    expect(further(of, DOCUMENT, scenario)).toBe(expected.further);
  });

  test("the numbers", () => {
    const actual = {
      candidates: candidates.map((candidate) => candidate.name),
      obstacle: of.obstacle,
      sentence: expected.sentence,
      further: expected.further,
      compressors: casesByCompressor(DOCUMENT, of, scenario).map(([compressor, other]) => ({
        compressor,
        obstacle: other.obstacle,
        kind: other.verdict?.kind ?? null,
        best: other.verdict?.best.name ?? null,
      })),
      losses: lossesBy(of, DOCUMENT),
      remarks: remarksOn(of, DOCUMENT, scenario),
      ...numbers(of, scenario),
    };
    expectClose(actual, expected, name);
  });
});

function numbers({ contest, verdict }: Case, scenario: Scenario) {
  if (!contest || !verdict) return {};
  const weights = weightsOf(contest);
  return {
    excluded: Object.fromEntries(contest.excluded),
    weights: weights.map((weight) => ({
      name: weight.name,
      encode_ns: weight.encode,
      compress_ns: weight.compress,
      decompress_ns: weight.decompress,
      decode_ns: weight.decode,
      processor_ns: weight.processor,
      bytes: weight.bytes,
      total_ns: model.total(weight, scenario),
      cores: model.cores(weight.processor, scenario),
      money_per_month: model.money(weight.processor, weight.bytes, scenario),
      link_load: model.load(weight, scenario),
      saturating_messages_per_s: model.saturatingRate(weight, scenario),
    })),
    savings: contest.others.map((other) => {
      const less = contest.less(contest.baseline, other);
      return {
        reference: contest.baseline.name,
        other: other.name,
        processor_ns: less.processor,
        bytes: less.bytes,
        total_ns: model.savedTime(less, scenario),
        cores: model.savedCores(less, scenario),
        money_per_month: model.savedMoney(less, scenario),
        payback_months: paybackMonths(less, scenario),
        payback_messages_per_s: paybackRate(less, scenario),
      };
    }),
    crossovers: weights.flatMap((first, at) =>
      weights
        .slice(at + 1)
        .map((second) => ({ first: first.name, second: second.name, bits_per_s: crossover(first, second) })),
    ),
    envelope: envelope(weights).map(({ fromBitsPerS, toBitsPerS, best }) => ({
      from_bits_per_s: fromBitsPerS,
      to_bits_per_s: toBitsPerS,
      best: best.name,
    })),
    verdict: {
      kind: verdict.kind,
      best: verdict.best.name,
      library: answer(verdict.library),
      format: answer(verdict.format),
      rejected: verdict.rejected && answer(verdict.rejected),
    },
    stretches: verdictsByBandwidth(contest, scenario).map(({ fromBitsPerS, toBitsPerS, kind, best }) => ({
      from_bits_per_s: fromBitsPerS,
      to_bits_per_s: toBitsPerS,
      kind,
      best: best.name,
    })),
  };
}

function answer({ reference, challenger, outcome }: Answer) {
  return { reference: reference.name, challenger: challenger?.name ?? null, outcome };
}
