/** What a run says of itself beside its cells. */
import { expect, test } from "vitest";
import type { RunDocument } from "../../src/data/document";
import { environmentOf, leftOut } from "../../src/data/environment";

const said = (environment: Record<string, unknown>) => leftOut({ environment } as unknown as RunDocument);

test("what was left out by default is said as the terminal says it", () => {
  expect(said({ left_out: { variants: 12, runners: ["Python (PyPy)", "PHP (JIT)"] } })).toBe(
    "Left out by default: 12 variants, and Python (PyPy), PHP (JIT): --variants, --runners, --all.",
  );
  expect(said({ left_out: { variants: 1, runners: [] } })).toBe("Left out by default: 1 variant: --variants, --all.");
  expect(said({ left_out: { variants: 0, runners: ["PHP (JIT)"] } })).toBe(
    "Left out by default: PHP (JIT): --runners, --all.",
  );
});

test("where nothing was left out, and in runs that left nothing out by default, nothing is said", () => {
  expect(said({ left_out: { variants: 0, runners: [] } })).toBe("");
  expect(said({})).toBe("");
});

test("what a run does not tell of a runner is not known, and no name is another's", () => {
  const { runners } = environmentOf({ environment: { runners: { php: { title: null } } } } as unknown as RunDocument);
  expect(runners["php"]).toMatchObject({ title: "php", clocks: { wall: null, cpu: null }, missing: [] });
  expect(runners["constructor"]).toBeUndefined();
});
