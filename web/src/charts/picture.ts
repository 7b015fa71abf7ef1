/** What a specification is filled with to become a chart. */
import bandwidth from "./specs/bandwidth.vl.json";
import boards from "./specs/boards.vl.json";
import heatmap from "./specs/heatmap.vl.json";
import pareto from "./specs/pareto.vl.json";
import parts from "./specs/parts.vl.json";
import pitch from "./specs/pitch.vl.json";
import ranking from "./specs/ranking.vl.json";
import samples from "./specs/samples.vl.json";
import themes from "./specs/themes.json";
import { RANGES } from "./formats";

const SPECIFICATIONS = { bandwidth, boards, heatmap, pareto, parts, pitch, ranking, samples };

export type Kind = keyof typeof SPECIFICATIONS;
export type Row = Record<string, unknown>;

/** One chart, but for its size and its colours. */
export interface Picture {
  /** which specification draws it */
  kind: Kind;
  /** rows by the name of the data in the specification; `rows` are what can be picked, each with an `id` */
  data: Readonly<Record<string, readonly Row[]>>;
  /** what takes the place of each `$name` in the specification: titles of axes, domains, kinds of scales */
  words: Readonly<Record<string, unknown>>;
  /** the chart in words, for those who do not see it */
  description: string;
  /** what has to be known to read it, a sentence each */
  notes: readonly string[];
}

export function specification(kind: Kind): unknown {
  return SPECIFICATIONS[kind];
}

export type Theme = keyof typeof themes;

/** Return Vega-Lite's configuration of a theme. */
export function themeOf(name: Theme): Row {
  const { range, ...theme } = themes[name];
  return { ...theme, range: { ...RANGES, ...range } };
}

/** Return a specification with every string `$name` replaced by the word of that name. */
export function fill(template: unknown, words: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(template)) return template.map((value) => fill(value, words));
  if (typeof template === "object" && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value, words)]));
  }
  if (typeof template === "string" && template.startsWith("$")) return words[template.slice(1)];
  return template;
}
