/** What the time of a message is made of: a bar for each codec. */
import type { Weighed } from "../model/contenders";
import { significant } from "../model/figures";
import { partsOf, type PartRow, type Parts, type TotalRow } from "../model/parts";
import type { Scenario } from "../model/scenario";
import { colourOf } from "./formats";
import { greatest } from "./axes";
import type { Picture, Row } from "./picture";

/** So many bars can be compared at a glance. */
const MOST = 12;

const CHARACTER_PX = 6;
const MARGIN_PX = 24;
/** Pixels of a bar of one line, and of one with two lines beside it. */
const STEP = 26;
const STEP_OF_TWO = 40;

/** Half of the second line of a label, by which the first stands higher. */
const HALF_LINE = 7;

/** Return the bars of the best codecs, in their order, and of the baseline. */
export function parts(order: readonly Weighed[], scenario: Scenario): Picture {
  const shown = order.filter(({ weight, baseline }, at) => at < MOST || weight === baseline);
  const made = partsOf(shown, scenario);
  const { cut } = made;
  const times = cut === Infinity ? "all" : `${significant(cut ?? 0, 2)} times as long as the longest bar`;
  return pictureOf(made, shown, [
    ...(cut === null
      ? []
      : [`Cut off: ${made.present.includes("wait") ? "wait and round trip" : "round trip"}, ${times}.`]),
    ...notesOf(made),
    "Shaded: the baseline.",
    ...(shown.length < order.length ? [`The best ${MOST} of ${order.length}; the table has all.`] : []),
  ]);
}

/** Return what has to be known to read bars. */
export function notesOf({ rows, totals }: Parts): string[] {
  const pale = [
    ...(rows.some(({ lossy }) => lossy) ? ["lossy"] : []),
    ...(rows.some(({ saturated }) => saturated) ? ["more than the link carries"] : []),
  ];
  return [
    ...(totals.some(({ low }) => low !== null) ? ["Thin lines: 95 % intervals of what was measured."] : []),
    ...(pale.length > 0 ? [`Pale: ${pale.join(", or ")}.`] : []),
  ];
}

/** Return the picture of parts; labels may have a second line, and totals say how many bytes are sent. */
export function pictureOf(
  { rows, totals, present }: { rows: readonly PartRow[]; totals: readonly Total[]; present: readonly string[] },
  contenders: readonly Weighed[],
  notes: readonly string[],
): Picture {
  const formats = new Map(contenders.map(({ key, weight }) => [key, weight.format]));
  const reserve = (texts: readonly string[]) => greatest(texts.map(({ length }) => length)) * CHARACTER_PX + MARGIN_PX;
  const narrow = reserve(totals.map(({ text }) => text));
  const wide = reserve(totals.map(({ text, bytes }) => (bytes ? `${text}, ${bytes}` : text)));
  const twoLines = totals.some(({ label }) => label.includes("\n"));
  return {
    kind: "parts",
    data: {
      rows: rows.map((row): Row => ({ ...row })),
      totals: totals.map((row): Row => ({ ...row, colour: colourOf(formats.get(row.id) ?? "") })),
    },
    words: {
      present,
      reach: `width - (containerWidth < 520 ? ${narrow} : ${wide})`,
      step: twoLines ? STEP_OF_TWO : STEP,
      offset: twoLines ? -HALF_LINE : 0,
    },
    description: `Stacked bars. ${totals.map(({ label, text }) => `${label.replace("\n", ", ")}: ${text}`).join("; ")}.`,
    notes,
  };
}

/** A whole bar, and where that is told, its bytes and whether it is advised. */
type Total = TotalRow & { bytes?: string; advised?: boolean };
