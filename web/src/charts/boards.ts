/** What codecs take on one emulated board to encode and to decode a document: a bar for each, the shortest first. */
import { boardRows, countedOf, type Board, type BoardRow } from "../data/boards";
import { participantOf } from "../data/cells";
import type { CountedCell, RunDocument } from "../data/document";
import { fidelity, size } from "../model/figures";
import { countScale, greatest } from "./axes";
import { groupOf, groupWords } from "./formats";
import { many } from "./labels";
import type { Picture, Row } from "./picture";

const CHARACTER_PX = 6;
const MARGIN_PX = 24;

const SHOWN = ["encode", "decode"] as const;

/** The cells of a board and a payload. */
export function cellsOn(document: RunDocument, { participant }: Board, payload: string): CountedCell[] {
  return countedOf(document).filter((cell) => cell.payload === payload && participantOf(cell) === participant);
}

/** Return the bars of some of a board's cells; null where no codec both encodes and decodes. */
export function boards(board: Board, cells: readonly CountedCell[], most?: number): Picture | null {
  const rows = boardRows(cells);
  const whole = rows.filter((row) => SHOWN.every((operation) => row.cells.has(operation)));
  const kept = whole.sort((a, b) => a.count - b.count).slice(0, most);
  const [best] = kept;
  if (!best) return null;
  const scale = countScale(greatest(kept.map(({ count }) => count)));
  const texts = kept.map(({ count, lossy }) => `${size(count)}${lossy ? " · lossy" : ""}`);
  const reserve = greatest(texts.map(({ length }) => length)) * CHARACTER_PX + MARGIN_PX;
  const last = kept[kept.length - 1] ?? best;
  return {
    kind: "boards",
    data: {
      rows: kept.flatMap((row) => partsOf(row, scale.size, board)),
      totals: kept.map((row, at) => ({
        label: row.name,
        group: groupOf(row.format),
        to: row.count / scale.size,
        text: texts[at],
        baseline: row.cell.relative?.to === `${board.participant}/${row.name}`,
      })),
    },
    words: {
      x: `${scale.unit} ${board.unit} to encode and decode`.trim(),
      reach: `width - ${reserve}`,
      ...groupWords(kept.map(({ format }) => format)),
    },
    description:
      `Stacked bars of ${many(kept.length, "codec")} by ${board.unit} to encode and decode, from ${best.name} ` +
      `with ${size(best.count)} to ${last.name} with ${size(last.count)}.`,
    notes: [
      `Emulated: ${board.unit}, not time.`,
      ...(kept.some((row) => row.cell.relative?.to === `${board.participant}/${row.name}`)
        ? ["Shaded: the baseline."]
        : []),
      ...(kept.some(({ lossy }) => lossy) ? ["Pale: lossy."] : []),
      ...(whole.length > kept.length ? [`Not shown: ${whole.length - kept.length} more.`] : []),
      ...(rows.length > whole.length ? [`Left out: ${rows.length - whole.length} that do not both.`] : []),
    ],
  };
}

/** The parts of a bar, one behind the other. */
function partsOf({ name, format, cells }: BoardRow, unit: number, board: Board): Row[] {
  let from = 0;
  return SHOWN.flatMap((operation) => {
    const cell = cells.get(operation);
    if (!cell) return [];
    const part = {
      label: name,
      format,
      operation,
      from: from / unit,
      to: (from + cell.net) / unit,
      text: `${size(cell.net)} ${board.unit}`,
      lossy: cell.fidelity === "lossy",
      fidelity: fidelity(cell),
    };
    from += cell.net;
    return [part];
  });
}
