/** A chart of a run as `weighbridge plot` draws it: what is shown, in which words, and where the numbers come from. */
import { boardPayloadsOf, boardsOf } from "../data/boards";
import { participantOf, operationsOf, payloadsOf, qualifiedName, titlesOf, type Operation } from "../data/cells";
import type { Cell, PayloadInfo, RunDocument } from "../data/document";
import { environmentOf } from "../data/environment";
import { rebased, unitOf } from "../data/measures";
import type { SampleColumns } from "../data/run";
import { isExact } from "../model/candidates";
import { codecName } from "../model/figures";
import type { Requirement, Scenario } from "../model/scenario";
import { Refusal } from "../refusal";
import type { Unit, Weight } from "../state/state";
import { bandwidth, weightsOf } from "./bandwidth";
import { boards, cellsOn } from "./boards";
import { heatmap } from "./heatmap";
import { pareto } from "./pareto";
import { fill, specification, themeOf, type Picture, type Row, type Theme } from "./picture";
import { ranking } from "./ranking";
import { samples as samplesOf } from "./samples";
import { wrapped } from "./text";
import { verdict } from "./verdict";

export type PlotKind = "verdict" | "ranking" | "pareto" | "bandwidth" | "heatmap" | "samples" | "boards";

/** How a run is shown; what a kind has no use for is ignored. */
export interface ChartOptions {
  /** leave lossy codecs out */
  exact: boolean;
  /** what the bars of a ranking show; null: what fits how many participants are chosen */
  unit: Unit | null;
  weight: Weight;
  /** the user's network, and the baseline: `orjson` (each participant's own) or `python/orjson` */
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
  if (kind === "boards") return onBoard(document, options);
  if (document.cells.length === 0) {
    throw new Refusal("This run has no row that was measured. See what failed: weighbridge report RUN");
  }
  const cells = document.cells.filter(({ fidelity }) => !options.exact || fidelity === "exact");
  if (cells.length === 0) throw new Refusal("No row that was chosen is exact. Leave --exact out, or choose others.");
  const [info] = payloadsOf({ ...document, cells }) as [PayloadInfo];
  const { payload } = info;
  const ofPayload = cells.filter((cell) => cell.payload === payload);
  const [operation] = operationsOf({ ...document, cells: ofPayload }) as [Operation];
  const rows = ofPayload.filter((cell) => cell.operation === operation);
  const titleOf = (what: string, of: readonly Cell[]) => withLanguage(document, what, of);
  const most = options.most ?? undefined;
  switch (kind) {
    case "verdict": {
      const { requirements, ...others } = scenario;
      const exact: Requirement[] = options.exact ? ["exact"] : [];
      const participants = [...new Set(ofPayload.map(participantOf))];
      return verdict(document, info, participants, {
        ...others,
        requirements: [...new Set([...requirements, ...exact])],
      });
    }
    case "ranking": {
      // Who names a baseline wants to see what it is 1 of.
      const participants = new Set(rows.map(participantOf)).size;
      const unit = options.unit ?? (baseline === null ? unitOf(null, participants) : "relative");
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
      const weights = weightsOf(document, info, scenario).filter(
        ({ candidate }) => !options.exact || isExact(candidate),
      );
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
      const cell = only(rows);
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

/** What the one board that was chosen counted. */
function onBoard(document: RunDocument, options: ChartOptions): Titled {
  const [board, ...others] = boardsOf(document);
  const [info] = boardPayloadsOf(document);
  if (!board || !info) throw new Refusal("This run has counted nothing on an emulated board. Choose another kind.");
  if (others.length > 0) {
    const names = [board, ...others].map(({ participant }) => participant);
    throw new Refusal(`Say which board, such as --targets ${names[0]}: there are ${names.join(", ")}.`);
  }
  const cells = cellsOn(document, board, info.payload).filter(({ fidelity }) => !options.exact || fidelity === "exact");
  return {
    title: `Encode and decode ${info.payload}, ${board.title}`,
    picture:
      boards(board, cells, options.most ?? undefined) ??
      refuse(`There is nothing to plot: nothing that was chosen both encodes and decodes ${info.payload} there.`),
  };
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

/** Return the one row that was chosen; what others are relative to is here for them. */
function only(cells: readonly Cell[]): Cell {
  const baselines = new Set(
    cells.flatMap((cell) => (cell.relative?.to === qualifiedName(cell) ? [] : cell.relative?.to)),
  );
  const [cell, ...others] = cells.filter((cell) => !baselines.has(qualifiedName(cell)));
  if (cell && others.length === 0) return cell;
  const names = cells.map(qualifiedName);
  const more = names.length > CHOICES ? `, and ${names.length - CHOICES} more` : "";
  throw new Refusal(
    `Say whose samples, such as --codecs ${names[0]}: there are ${names.slice(0, CHOICES).join(", ")}${more}.`,
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function after(compressor: string): string {
  return compressor === "none" ? "" : ` after ${compressor}`;
}

/** Say what is shown, and in which language, where it is one. */
function withLanguage(document: RunDocument, what: string, cells: readonly Cell[]): string {
  const [participant, ...others] = new Set(cells.map(participantOf));
  return participant !== undefined && others.length === 0 ? `${what}, ${titlesOf(document).get(participant)}` : what;
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
