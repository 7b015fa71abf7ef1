import { Fragment } from "preact";
import { badgesOfCounted } from "../data/badges";
import { boardRows, countedOperations, type Board, type BoardRow } from "../data/boards";
import type { Operation } from "../data/cells";
import type { CountedCell, PayloadInfo, RunDocument } from "../data/document";
import { duration, significant, size } from "../model/figures";
import { Badges } from "../parts/Badges";
import { Format } from "../parts/Format";
import { choice, select, type BoardSort } from "../state/state";

interface Props {
  document: RunDocument;
  board: Board;
  cells: readonly CountedCell[];
  payload: PayloadInfo;
}

interface Column {
  sort: BoardSort;
  title?: string;
  of: (row: BoardRow) => number | null;
}

const WEIGHTS: readonly Column[] = [
  { sort: "bytes", title: "encoded", of: (row) => row.bytes },
  {
    sort: "flash",
    title:
      "code and constants that the codec adds to a program without any, in bytes; where operations are linked alone, of the one that adds most",
    of: (row) => row.flash,
  },
  { sort: "RAM", title: "static RAM that it adds, in bytes", of: (row) => row.ram },
  { sort: "heap", title: "the most that a pass held at once, in bytes", of: (row) => row.heap },
  { sort: "stack", title: "how deep a pass went at most, in bytes", of: (row) => row.stack },
];

/** What every codec takes on a board: a count for each operation, and memory. */
export function BoardTable({ document, board, cells, payload }: Props) {
  const counts = countedOperations(cells).map((operation): Counts => {
    const own = cells.filter((cell) => cell.operation === operation);
    return {
      operation,
      compared: own.some(({ relative }) => relative !== null),
      timed: own.some(({ estimated_ns }) => estimated_ns !== null),
    };
  });
  const sort = choice.boardSort.value;
  const rows = sorted(boardRows(cells), sort);
  const weights = WEIGHTS.filter(({ of }) => rows.some((row) => of(row) !== null));
  return (
    <div class="scroll" role="region" aria-label={`The codecs on ${board.title}`} tabIndex={0}>
      <table class="rows boards">
        <caption class="hidden">
          {payload.payload} on {board.title}: net {board.unit} and bytes of memory, the exact codecs first
        </caption>
        <thead>
          <tr>
            <Heading by="codec" sort={sort} kind="name" />
            <Heading by="format" sort={sort} kind="format" />
            {counts.map(({ operation, compared, timed }) => (
              <Fragment key={operation}>
                <Heading by={operation} sort={sort} kind="number" unit={board.unit} />
                {compared && (
                  <th scope="col" class="number" title="how many times the baseline’s count">
                    ×
                  </th>
                )}
                {timed && (
                  <th scope="col" class="number" title="an estimate: one count a tick">
                    time
                  </th>
                )}
              </Fragment>
            ))}
            {weights.map(({ sort: by, title }) => (
              <Heading key={by} by={by} sort={sort} kind="number" title={title} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.name} ${row.format}`} class={row.lossy ? "lossy" : "exact"} data-board-row={row.name}>
              <th scope="row" class="name" title={`${row.cell.library} ${row.cell.library_version}`}>
                {row.name} <Badges badges={badgesOfCounted([...row.cells.values()], document)} />
              </th>
              <td class="muted format">
                <Format format={row.format} />
              </td>
              {counts.map((own) => (
                <Count key={own.operation} counts={own} row={row} board={board} />
              ))}
              {weights.map(({ sort: by, of }) => (
                <td key={by} class="number">
                  {size(of(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A column's heading; a second press goes back to the order of counts. */
function Heading({ by, sort, kind, unit, title }: HeadingProps) {
  return (
    <th scope="col" class={kind} title={title} aria-sort={by === sort ? "ascending" : undefined}>
      <button type="button" class="sorter" onClick={() => select({ boardSort: by === sort ? "count" : by })}>
        {by}
      </button>
      {unit && <span class="unit muted">{unit}</span>}
    </th>
  );
}

interface HeadingProps {
  by: BoardSort;
  sort: BoardSort;
  kind: string;
  unit?: string | null;
  title?: string | undefined;
}

/** The columns of an operation: its count, and what the run knows beside it. */
interface Counts {
  operation: Operation;
  compared: boolean;
  timed: boolean;
}

interface CountProps {
  counts: Counts;
  row: BoardRow;
  board: Board;
}

function Count({ counts: { operation, compared, timed }, row, board }: CountProps) {
  const cell = row.cells.get(operation);
  const isBaseline = cell?.relative?.to === `${board.participant}/${row.name}`;
  return (
    <>
      <td class="number strong" title={cell && `gross ${size(cell.gross)}, tare ${size(cell.tare)}`}>
        {cell && size(cell.net)}
      </td>
      {compared && (
        <td class="number muted">{isBaseline ? "= 1" : cell?.relative && `${significant(cell.relative.ratio)}×`}</td>
      )}
      {timed && <td class="number muted">{cell?.estimated_ns != null && `≈ ${duration(cell.estimated_ns)}`}</td>}
    </>
  );
}

/** The rows in another order than that of their counts; what has no number comes last. */
function sorted(rows: readonly BoardRow[], sort: BoardSort): readonly BoardRow[] {
  if (sort === "count") return rows;
  const key = (row: BoardRow): string | number | null => {
    if (sort === "codec") return row.name;
    if (sort === "format") return row.format;
    const weight = WEIGHTS.find((column) => column.sort === sort);
    return weight ? weight.of(row) : (row.cells.get(sort as Operation)?.net ?? null);
  };
  return [...rows].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -1 : Number(a > b);
  });
}
