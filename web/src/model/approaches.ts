/** The best codec of each way to hold and to write the same documents, for an application. */
import { participantOf, titlesOf } from "../data/cells";
import type { PayloadInfo, RunDocument } from "../data/document";
import { choicesFor, concedes, isPrebuilt, type Candidate, type Held } from "./candidates";
import { madeFor } from "./contest";
import { isSaturated, weigh, type Weight } from "./model";
import type { Scenario } from "./scenario";
import { ordered } from "./verdict";

/** The best codec of one approach. */
export interface Approach {
  name: string;
  weight: Weight;
}

/** The approaches of a runner. */
export interface Comparison {
  runner: string;
  title: string;
  /** the first is today's, if the run has it */
  approaches: Approach[];
}

/** A candidate with how its documents are held. */
interface Way {
  candidate: Candidate;
  held: Held;
}

/** Return the approaches of each runner that has weighed a payload both as trees and as types, or with a schema. */
export function comparisonsOf(
  document: RunDocument,
  payload: PayloadInfo,
  isChosen: (candidate: Candidate) => boolean,
  scenario: Scenario,
): Comparison[] {
  const titles = titlesOf(document);
  const schemaless = new Set(document.formats.filter((form) => form.schemaless).map(({ format }) => format));
  const isJson = ({ candidate }: Way) => candidate.format === "json";
  const isSchemaless = ({ candidate }: Way) => schemaless.has(candidate.format);
  const approaches: Readonly<Record<string, (way: Way) => boolean>> = {
    "JSON as trees": (way) => isJson(way) && way.held === "trees",
    "JSON as types": (way) => isJson(way) && way.held === "types",
    "another format without a schema": (way) => !isJson(way) && isSchemaless(way),
    "a format with a schema": (way) => !isSchemaless(way),
  };
  const choices = choicesFor(document, payload);
  const runners = new Map(
    choices.flatMap(({ candidates }) =>
      candidates.map(({ encode }) => [encode.runner, participantOf(encode)] as const),
    ),
  );
  return [...runners.keys()].flatMap((runner) => {
    const ways = choices.flatMap(({ held, candidates }) =>
      candidates
        .filter(({ encode }) => encode.runner === runner && (encode.target === "host" || held === "types"))
        .filter((candidate) => isChosen(candidate) && isForAll(candidate, document))
        .map((candidate) => ({ candidate, held })),
    );
    if (!ways.some(({ held }) => held === "types")) return [];
    const found = Object.entries(approaches).flatMap(([name, fits]) => {
      const weights = ways.filter(fits).flatMap(({ candidate }) => weigh(candidate, scenario.compressor) ?? []);
      const [best] = ordered(weights, scenario).filter((weight) => !isSaturated(weight, scenario));
      const held = ways.find(({ candidate }) => candidate === best?.candidate)?.held;
      const asTypes = name === "another format without a schema" && held === "types" ? ", as types" : "";
      return best ? [{ name: name + asTypes, weight: best }] : [];
    });
    return found.length > 1 ? [{ runner, title: titles.get(runner) ?? runner, approaches: found }] : [];
  });
}

/** Tell whether a codec asks nothing that most applications could not give. */
function isForAll(candidate: Candidate, document: RunDocument): boolean {
  return !concedes(candidate, "strings") && !isPrebuilt(candidate) && madeFor(candidate, document.formats) === null;
}
