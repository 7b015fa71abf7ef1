/** What a codec must be to be advised, and why it is not. */
import type { FormatInfo } from "../data/document";
import { concedes, isExact, lossesOf, type AnyCell, type Described } from "./candidates";
import type { Requirement } from "./scenario";

/** A library without a release for longer before the run is not called maintained. */
const MAINTAINED_YEARS = 3;

/** Say why a candidate does not meet a requirement; null if it does. What the run does not know is not met. */
export function unmet(
  candidate: Described,
  requirement: Requirement,
  formats: readonly FormatInfo[],
  started: string,
): string | null {
  const form = formats.find(({ format }) => format === candidate.format);
  switch (requirement) {
    case "exact":
      return isExact(candidate) ? null : `loses ${lossesOf(candidate).join(", ")}`;
    case "maintained":
      return unmaintained(candidate, started);
    case "schemaless":
      return fails(form?.schemaless, "needs a schema", "whether it needs a schema");
    case "readable":
      return fails(form?.text, "not readable without a tool", "whether it is readable");
    case "checked":
      return concedes(candidate, "utf8") ? "UTF-8 not checked" : null;
    case "owned":
      return concedes(candidate, "strings") ? "strings borrowed" : null;
    case "fresh":
      return concedes(candidate, "buffers") ? "buffers reused" : null;
  }
}

function fails(holds: boolean | undefined, failing: string, unknown: string): string | null {
  if (holds === undefined) return `${unknown} is not known from this run`;
  return holds ? null : failing;
}

function unmaintained({ rows: [cell] }: Described, started: string): string | null {
  const { released } = cell;
  if (released === null) return "when it was released is not known from this run";
  return isOld(cell, started) ? `released ${released}, long before the run` : null;
}

/** Tell whether what was measured was released more than `MAINTAINED_YEARS` before the run. */
export function isOld({ released }: Pick<AnyCell, "released">, started: string): boolean {
  const year = String(Number(started.slice(0, 4)) - MAINTAINED_YEARS).padStart(4, "0");
  return released !== null && released < year + started.slice(4, 10);
}
