/** A chart of a run as `weighbridge plot` draws it: what is shown, in which words, and where the numbers come from. */
import { memberOf, OPERATIONS, qualifiedName, titlesOf } from "../data/cells";
import type { Cell, PayloadInfo, RunDocument } from "../data/document";
import { environmentOf } from "../data/environment";
import { rebased, unitOf } from "../data/measures";
import type { SampleColumns } from "../data/run";
import { selected, type Chosen } from "../data/selection";
import { checkNames } from "../data/suggestion";
import { codecName } from "../model/figures";
import type { Scenario } from "../model/scenario";
import { Refusal } from "../refusal";
import type { Unit, Weight } from "../state/state";
import { bandwidth, weightsOf } from "./bandwidth";
import { heatmap } from "./heatmap";
import { pareto } from "./pareto";
import { fill, specification, themeOf, type Picture, type Row, type Theme } from "./picture";
import { ranking } from "./ranking";
import { samples as samplesOf } from "./samples";
import { wrapped } from "./text";

export type PlotKind = "ranking" | "pareto" | "bandwidth" | "heatmap" | "samples";

/** What can be chosen of a chart; what a kind has no use for is ignored. */
export interface ChartOptions extends Chosen {
  /** leave lossy codecs out */
  exact: boolean;
  /** what the bars of a ranking show; null: what fits how many members are chosen */
  unit: Unit | null;
  weight: Weight;
  /** the user's network, and the baseline: `orjson` (each member's own) or `python/orjson` */
  scenario: Scenario;
  /** of how many codecs a ranking or a heat map is at most, the best; null for all */
  most: number | null;
  theme: Theme;
  /** in pixels */
  width: number;
}

/** A picture with its title. */
interface Titled {
  title: string;
  picture: Picture;
}

const PADDING = 16;
const PIXELS_PER_CHARACTER = 5.2;
/** How much wider a character of the title is than one below it. */
const TITLE_CHARACTER = 1 / 0.7;

/**
 * Return a chart as a Vega-Lite specification that needs nothing else: with data, theme, size and title.
 *
 * @param samples the run's samples, for a chart of them
 */
export function chart(kind: PlotKind, document: RunDocument, options: ChartOptions, samples?: SampleColumns): Row {
  const { title, picture } = titled(kind, document, options, samples ?? null);
  const { theme, width } = options;
  const characters = Math.round((width - 2 * PADDING) / PIXELS_PER_CHARACTER);
  return {
    ...(fill(specification(picture.kind), picture.words) as Row),
    width,
    padding: PADDING,
    datasets: picture.data,
    config: themeOf(theme),
    params: [{ name: "containerWidth", value: width }],
    title: {
      text: wrapped(title, Math.round(characters / TITLE_CHARACTER)),
      subtitle: [...(picture.notes.length > 0 ? [picture.notes.join(" ")] : []), provenance(document)].flatMap((line) =>
        wrapped(line, characters),
      ),
    },
    description: picture.description,
  };
}

function titled(kind: PlotKind, document: RunDocument, options: ChartOptions, samples: SampleColumns | null): Titled {
  const { scenario, weight } = options;
  const { baseline, compressor } = scenario;
  // A message is encoded and decoded, whatever the operations.
  const chosen = kind === "bandwidth" ? { ...options, operations: [] } : options;
  const cells = selected(document, chosen).filter(({ fidelity }) => !options.exact || fidelity === "exact");
  const [first] = cells;
  if (!first) throw new Refusal("No row that was chosen is exact. Leave --exact out, or something else.");
  if (baseline !== null) checkBaseline(document, baseline);
  // The first that was named, or else the first of the run; a heat map shows all payloads.
  const names = options.payloads.length > 0 ? options.payloads : document.run.payloads.map(({ payload }) => payload);
  const payload = names.find((name) => cells.some((cell) => cell.payload === name)) ?? first.payload;
  const ofPayload = cells.filter((cell) => cell.payload === payload);
  const operations = chosen.operations.length > 0 ? chosen.operations : OPERATIONS;
  const measured = operations.flatMap((name) => ofPayload.find(({ operation }) => operation === name) ?? []);
  const { operation } = measured[0] ?? first;
  const rows = ofPayload.filter((cell) => cell.operation === operation);
  const titleOf = (what: string, of: readonly Cell[]) => withLanguage(document, what, of);
  const most = options.most ?? undefined;
  switch (kind) {
    case "ranking": {
      const unit = options.unit ?? unitOf(null, new Set(rows.map(memberOf)).size);
      const shown = rebased(document, rows, baseline, weight);
      const picture = ranking(document, shown, { unit, weight, ...(most && { most }) });
      return {
        title: titleOf(`${capitalised(operation)} ${payload}`, rows),
        picture: picture ?? refuse(`There is nothing to rank: what is selected has ${MISSING[unit]}.`),
      };
    }
    case "pareto":
      return {
        title: titleOf(`Size${after(compressor)} against ${operation} time of ${payload}`, rows),
        picture:
          pareto(document, rebased(document, rows, baseline, "net"), compressor) ??
          refuse(
            compressor === "none"
              ? "There is nothing to plot: the run knows no size of what is selected."
              : `There is nothing to plot: the run knows no size after ${compressor} of what is selected. ` +
                  "Plot it without compression, or measure it anew.",
          ),
      };
    case "bandwidth": {
      const info = document.run.payloads.find((info) => info.payload === payload) as PayloadInfo;
      const weights = weightsOf(document, info, cells, scenario);
      const compressed = compressor === "none" ? "" : `, with ${compressor}`;
      return {
        title: titleOf(
          `Time of a call with ${payload}${compressed}`,
          weights.map(({ candidate }) => candidate.encode),
        ),
        picture:
          bandwidth(document, weights, scenario) ??
          refuse(
            "There is nothing to plot: nothing that was chosen both encodes and decodes this payload, with sizes and " +
              `times for the compression '${compressor}'. Choose other formats, runners or compression.`,
          ),
      };
    }
    case "heatmap": {
      const shown = rebased(document, cells, baseline, weight);
      return {
        title: titleOf(`${capitalised(operation)} time of all payloads`, cells),
        picture:
          heatmap(document, shown, operation, { weight, ...(most && { most }) }) ??
          refuse(
            "There is nothing to plot: what is selected has no codec to be relative to. Choose a baseline that the " +
              "run has measured.",
          ),
      };
    }
    case "samples": {
      const cell = only(rows, options.codecs);
      if (samples === null) throw new Refusal("There is nothing to plot: the samples of this run are not here.");
      return {
        title: titleOf(`Samples of ${codecName(cell)}: ${operation} ${payload}`, [cell]),
        picture:
          samplesOf(cell, samples, document.run.quietness.quiet_ns) ??
          refuse("There is nothing to plot: this row has no samples here."),
      };
    }
  }
}

const MISSING: Record<Unit, string> = {
  relative: "no codec to be relative to: choose another unit, or a baseline",
  time: "no time",
  speed: "no net time clearly above zero: choose the unit time",
  instructions: "no instructions counted: choose another unit",
  allocated: "no allocations, which their runtimes do not tell: choose another unit",
};

function refuse(message: string): never {
  throw new Refusal(message);
}

/** So many codecs are named of those that one has to be chosen from. */
const CHOICES = 8;

/** Return the one row that was chosen; of a codec and its variants, the one that is named as a pattern says. */
function only(cells: readonly Cell[], patterns: readonly string[]): Cell {
  const exactly = cells.filter((cell) =>
    patterns.some((name) => [codecName(cell), qualifiedName(cell)].includes(name)),
  );
  const [cell, ...others] = exactly.length > 0 ? exactly : cells;
  if (cell && others.length === 0) return cell;
  const names = cells.map(qualifiedName);
  const more = names.length > CHOICES ? `, and ${names.length - CHOICES} more` : "";
  throw new Refusal(
    `Say whose samples, such as --codecs ${names[0]}: there are ${names.slice(0, CHOICES).join(", ")}${more}.`,
  );
}

function checkBaseline({ cells }: RunDocument, baseline: string): void {
  checkNames("codec", [baseline], cells.map(baseline.includes("/") ? qualifiedName : codecName));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function after(compressor: string): string {
  return compressor === "none" ? "" : ` after ${compressor}`;
}

/** Say what is shown, and in which language, where it is one. */
function withLanguage(document: RunDocument, what: string, cells: readonly Cell[]): string {
  const [member, ...others] = new Set(cells.map(memberOf));
  return member !== undefined && others.length === 0 ? `${what}, ${titlesOf(document).get(member)}` : what;
}

/** Say in one line where the numbers come from. */
function provenance(document: RunDocument): string {
  const { run, started, status, version } = document.run;
  const { cpu, architecture, system } = environmentOf(document).machine;
  return [
    `Run ${run}${status === "complete" ? "" : ` (${status})`}`,
    started.slice(0, 10),
    [cpu, architecture].filter(Boolean).join(", "),
    system,
    `Weighbridge ${version}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
