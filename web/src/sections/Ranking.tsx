import { useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { badgesOf } from "../data/badges";
import { participantOf, payloadsOf, qualifiedName, rowName, titlesOf } from "../data/cells";
import type { Cell, Floor, RunDocument } from "../data/document";
import { leftOut } from "../data/environment";
import {
  baselineOf,
  countText,
  marginText,
  rebased,
  relativeText,
  relativeTo,
  speedOf,
  timeOf,
  timeText,
  UNIT_TITLES,
  unavailable,
  unitOf,
} from "../data/measures";
import { scoresOf, type Score } from "../data/score";
import { rankText, tiesOf } from "../data/ranks";
import { codecName, margin, significant, size, tareShare, weighed } from "../model/figures";
import { Badges } from "../parts/Badges";
import { Chips } from "../parts/Chips";
import { CompareBox } from "../parts/CompareBox";
import { Format } from "../parts/Format";
import { Section } from "../parts/Section";
import { choice, select, UNITS, WEIGHTS, type Sort, type Unit, type Weight } from "../state/state";
import type { View } from "../state/view";
import { Found } from "./Found";
import { RankingChart } from "./RankingChart";
import { RowDetail } from "./RowDetail";

/** So many rows are shown before the reader asks for more. */
const FIRST_ROWS = 40;

export function Ranking({ document, view }: { document: RunDocument; view: View }) {
  const { payload, operation, rows } = view;
  const titles = useComputed(() => titlesOf(document)).value;
  const about = weighed(payload);
  const missing = leftOut(document);
  const who = view.participants.map((participant) => titles.get(participant)).join(", ");
  return (
    <Section name="ranking" title="Ranking">
      <p class="lead">
        <strong>
          {payload.payload} · {operation}
        </strong>{" "}
        in {view.participants.length > 3 ? `${view.participants.length} runners` : who};{" "}
        {payload.documents > 1 && `${payload.documents} documents, `}
        {size(payload.json_bytes)} bytes as JSON.
      </p>
      {about && <p class="muted small">{about[0]?.toUpperCase() + about.slice(1)}.</p>}
      <p class="muted small" aria-live="polite">
        {summaryOf(document, view)}
      </p>
      {missing && <p class="muted small">{missing}</p>}
      {rows.length > 0 ? (
        <>
          <Controls view={view} />
          <RankingChart document={document} view={view} />
          <RankingTable document={document} view={view} />
        </>
      ) : (
        <Found document={document} view={view} />
      )}
    </Section>
  );
}

/** How many rows there are, and who shares the first rank. */
function summaryOf(document: RunDocument, view: View): string {
  const { rows, participants, payload, operation } = view;
  if (rows.length === 0) return "No row is left by the filters.";
  const titles = titlesOf(document);
  const rankOf = (cell: Cell) => (participants.length > 1 ? cell.rank : cell.rank_in_language);
  const nameOf = (cell: Cell) =>
    participants.length > 1 ? `${codecName(cell)} of ${titles.get(participantOf(cell))}` : codecName(cell);
  const best = rows[0] as Cell;
  const first = rows.filter((cell) => rankOf(cell) === rankOf(best));
  const count = rows.length === 1 ? "1 row." : `${rows.length} rows.`;
  if (rows.every((cell) => cell.processes < 2)) return `${count} They are not ranked: nothing is known of their error.`;
  const remark = "Ranks are among all that was measured, whatever is filtered.";
  if (first.length === 1) {
    // Filters may hide whom the rank is shared with, or who is faster.
    const ranked = document.cells.filter(
      (cell) =>
        cell.payload === payload.payload &&
        cell.operation === operation &&
        (participants.length > 1 || participants.includes(participantOf(cell))),
    );
    if (ranked.length === 1) return "1 row: there is nothing to compare it with.";
    const sharing = ranked.filter((cell) => rankOf(cell) === rankOf(best)).length;
    if (rankOf(best) === 1 && sharing === 1) return `${count} ${nameOf(best)} is the fastest beyond doubt. ${remark}`;
    const shared = sharing > 1 ? `, which ${sharing - 1} that ${sharing > 2 ? "are" : "is"} hidden share` : "";
    return `${count} The first of them is ${nameOf(best)}, with rank ${rankOf(best)}${shared}. ${remark}`;
  }
  return (
    `${count} By time, ${first.length} of them share rank ${rankOf(best)}: these measurements cannot tell them apart. ` +
    remark
  );
}

function Controls({ view }: { view: View }) {
  const unit = unitOf(choice.unit.value, view.participants.length);
  const several = view.participants.length > 1;
  const wanted = choice.baseline.value;
  const names = [...new Set(view.rows.map(codecName))].sort();
  const qualified = several ? view.rows.map(qualifiedName).sort() : [];
  const own = [...new Set(view.rows.map((cell) => cell.relative?.to.split("/").slice(1).join("/")))].filter(Boolean);
  return (
    <div class="controls no-print">
      <Chips
        joined
        label="Unit of the ranking"
        options={UNITS.map((value) => ({
          value,
          label: UNIT_TITLES[value],
          unavailable: unavailable(value, view.rows),
        }))}
        chosen={[unit]}
        onToggle={(unit: Unit) => select({ unit })}
      />
      {unit !== "instructions" && unit !== "allocated" && (
        <Chips
          joined
          label="Net of the harness's tare, or gross"
          options={WEIGHTS.map((value) => ({ value, label: value === "net" ? "Net" : "Gross" }))}
          chosen={[choice.weight.value]}
          onToggle={(weight) => select({ weight })}
        />
      )}
      <label class="field">
        <span class="muted">Baseline</span>
        <select value={wanted ?? ""} onChange={(event) => select({ baseline: event.currentTarget.value || null })}>
          <option value="">the run’s own{own.length === 1 ? ` (${String(own[0])})` : ""}</option>
          {wanted !== null && ![...names, ...qualified].includes(wanted) && <option>{wanted}</option>}
          <optgroup label={several ? "Each runner’s own" : "Another codec"}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
          {several && (
            <optgroup label="One for all">
              {qualified.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
    </div>
  );
}

/** What no codec can go below. */
const FLOOR_TITLES: Readonly<Record<string, string>> = {
  memcpy: "a floor: a copy of so many bytes, which no codec can go below",
  walk: "a floor: a bare walk over the tree that encoders start from, which none of them can go below",
};

function floorsOf(document: RunDocument, { payload, operation, participants }: View): readonly Floor[] {
  return (document.floors ?? []).filter(
    (floor) =>
      floor.payload === payload.payload && floor.operation === operation && participants.includes(participantOf(floor)),
  );
}

interface Column {
  heading: string;
  sort?: Sort;
  title?: string;
  kind?: "number" | "name" | "format";
}

const COLUMNS: readonly Column[] = [
  {
    heading: "#",
    sort: "rank",
    title: "rank within its runner; of several runners, among all of the run",
    kind: "number",
  },
  { heading: "codec", sort: "codec", kind: "name" },
  { heading: "runner" },
  { heading: "format", sort: "format", kind: "format" },
  { heading: "time", sort: "time", kind: "number" },
  { heading: "tare", title: "what the harness costs, as a share of the gross time", kind: "number" },
  { heading: "relative", title: "how many times the baseline’s net time", kind: "number" },
  {
    heading: "±",
    title: "half the 95 % interval of the relative time; of the time where there is none",
    kind: "number",
  },
  { heading: "mean", sort: "mean", title: "geometric mean of its relative times over all payloads", kind: "number" },
  { heading: "MB/s", title: "size as minified JSON over the time", kind: "number" },
  { heading: "bytes", sort: "bytes", kind: "number" },
  { heading: "gzipped", sort: "gzipped", kind: "number" },
  { heading: "allocated", sort: "allocated", title: "bytes per pass", kind: "number" },
  { heading: "instructions", sort: "instructions", title: "per pass", kind: "number" },
];

type Scores = ReadonlyMap<string, Score>;

/** The rows in another order than that of their ranks; what has no number comes last. */
function sorted(rows: readonly Cell[], sort: Sort, weight: Weight, scores: Scores): readonly Cell[] {
  const keys: Record<Exclude<Sort, "rank">, (cell: Cell) => string | number | null> = {
    codec: codecName,
    format: (cell) => cell.format,
    time: (cell) => (weight === "net" && cell.net_ns.at_most ? cell.net_ns.high : timeOf(cell, weight).estimate),
    mean: (cell) => scores.get(qualifiedName(cell))?.mean.estimate ?? null,
    bytes: (cell) => cell.bytes,
    gzipped: (cell) => cell.gzip_bytes,
    allocated: (cell) => cell.allocated_bytes,
    instructions: (cell) => cell.instructions,
  };
  if (sort === "rank") return rows;
  const key = keys[sort];
  return [...rows].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -1 : Number(a > b);
  });
}

function RankingTable({ document, view }: { document: RunDocument; view: View }) {
  const all = useSignal(false);
  const ties = useComputed(() => tiesOf(document)).value;
  const titles = useComputed(() => titlesOf(document)).value;
  const many = view.participants.length > 1;
  const weight = choice.weight.value;
  const allocates = view.rows.some((cell) => cell.allocated_bytes !== null);
  const counted = view.rows.some((cell) => cell.instructions !== null);
  const opened = choice.row.value;
  const sort = choice.sort.value;
  // An opened row is shown wherever it stands: it may be what the URL was sent for.
  const baseline = choice.baseline.value;
  const payloads = payloadsOf(document).length;
  const scores = useMemo(() => {
    const cells = document.cells.filter((cell) => cell.operation === view.operation);
    const complete = [...scoresOf(rebased(document, cells, baseline, weight))].filter(
      // Those of fewer payloads are means of something else.
      ([, score]) => score.payloads === payloads,
    );
    return new Map(complete);
  }, [document, view.operation, baseline, weight, payloads]);
  const rows = sorted(view.rows, sort, weight, scores).filter(
    (cell, at) => all.value || at < FIRST_ROWS || rowName(cell) === opened,
  );
  // What no runtime here tells has no column.
  const absent = [
    many ? "" : "runner",
    payloads > 1 ? "" : "mean",
    allocates ? "" : "allocated",
    counted ? "" : "instructions",
  ];
  const columns = COLUMNS.filter(({ heading }) => !absent.includes(heading));
  return (
    <>
      <div class="scroll" role="region" aria-label="The ranking as a table" tabIndex={0}>
        <table class="rows">
          <caption class="hidden">
            {view.payload.payload}, {view.operation}: the codecs in the order of their {sort}. The button in a row opens
            what is behind its numbers.
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.heading} column={column} sort={sort} weight={weight} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cell) => {
              const name = rowName(cell);
              const isOpen = name === opened;
              const base = baselineOf(cell, document.cells, baseline);
              const ratio = base && relativeTo(cell, base, weight);
              const isCompared = ratio !== null && base?.cell !== cell.cell && ratio.low !== null;
              const speed = speedOf(cell, view.payload, weight);
              const detail = `detail-${cell.cell}`;
              return [
                <tr key={name} class={[isOpen ? "open" : "", cell.fidelity].join(" ")} data-row={name}>
                  <td class="number">{rankText(cell, ties, many)}</td>
                  <th scope="row" class="name">
                    <span class="picked">
                      <CompareBox
                        name={qualifiedName(cell)}
                        label={`${codecName(cell)} of ${titles.get(participantOf(cell))}`}
                      />
                      <button
                        type="button"
                        class="opener"
                        title={`${cell.library} ${cell.library_version}${cell.released ? ` of ${cell.released}` : ""}`}
                        aria-expanded={isOpen}
                        aria-controls={isOpen ? detail : undefined}
                        onClick={() => select({ row: isOpen ? null : name })}
                      >
                        {codecName(cell)}
                      </button>
                    </span>
                    <Badges badges={badgesOf(cell, document)} />
                  </th>
                  {many && <td>{titles.get(participantOf(cell))}</td>}
                  <td class="muted format">
                    <Format format={cell.format} />
                  </td>
                  <td class="number strong">{timeText(cell, weight)}</td>
                  <td class="number muted">{tareShare(cell)}</td>
                  <td class="number">
                    {base && base.cell === cell.cell ? (
                      <span class="is-baseline" title="what the others of its runner are compared with">
                        = 1
                      </span>
                    ) : (
                      relativeText(ratio)
                    )}
                  </td>
                  <td class="number muted">{isCompared ? margin(ratio) : marginText(cell, weight)}</td>
                  {payloads > 1 && <Mean score={scores.get(qualifiedName(cell))} />}
                  <td class="number">{speed === null ? "" : significant(speed.estimate)}</td>
                  <td class="number">{size(cell.bytes)}</td>
                  <td class="number">{size(cell.gzip_bytes)}</td>
                  {allocates && <td class="number">{countText(cell.allocated_bytes)}</td>}
                  {counted && <td class="number">{countText(cell.instructions)}</td>}
                </tr>,
                isOpen && (
                  <tr key={`${name} detail`} class="detail-row">
                    <td colSpan={columns.length} id={detail}>
                      <RowDetail document={document} cell={cell} title={titles.get(participantOf(cell)) ?? ""} />
                    </td>
                  </tr>
                ),
              ];
            })}
          </tbody>
          <tfoot>
            {floorsOf(document, view).map((floor) => {
              const base = baselineOf(floor, document.cells, baseline);
              const ratio = base && relativeTo(floor, base, weight);
              const speed = speedOf(floor, view.payload, weight);
              return (
                <tr key={floor.cell} class="floor" title={FLOOR_TITLES[floor.floor]}>
                  <td class="number">–</td>
                  <th scope="row" class="name">
                    {floor.floor}
                  </th>
                  {many && <td>{titles.get(participantOf(floor))}</td>}
                  <td class="format">{floor.format && <Format format={floor.format} />}</td>
                  <td class="number">{timeText(floor, weight)}</td>
                  <td class="number">{tareShare(floor)}</td>
                  <td class="number">{relativeText(ratio)}</td>
                  <td class="number">{ratio && ratio.low !== null ? margin(ratio) : marginText(floor, weight)}</td>
                  {payloads > 1 && <td />}
                  <td class="number">{speed === null ? "" : significant(speed.estimate)}</td>
                  <td class="number">{size(floor.bytes)}</td>
                  <td />
                  {allocates && <td />}
                  {counted && <td />}
                </tr>
              );
            })}
          </tfoot>
        </table>
      </div>
      {view.rows.length > rows.length && (
        <button type="button" class="chip more no-print" onClick={() => (all.value = true)}>
          Show all {view.rows.length} rows
        </button>
      )}
    </>
  );
}

/** How a codec does over all payloads, and how sure that is. */
function Mean({ score }: { score: Score | undefined }) {
  if (!score) return <td class="number" />;
  const { mean, payloads } = score;
  return (
    <td class="number" title={`over ${payloads} payloads`}>
      {relativeText(mean)} {mean.low !== mean.high && <span class="muted">{margin(mean)}</span>}
    </td>
  );
}

/** A column's heading; where it can be sorted by, a button. A second press goes back to the order of ranks. */
function Heading({ column, sort, weight }: { column: Column; sort: Sort; weight: Weight }) {
  const text = column.heading === "time" ? `${weight} time` : column.heading;
  const by = column.sort;
  return (
    <th scope="col" class={column.kind} title={column.title} aria-sort={by === sort ? "ascending" : undefined}>
      {by === undefined ? (
        text
      ) : (
        <button type="button" class="sorter" onClick={() => select({ sort: by === sort ? "rank" : by })}>
          {text}
        </button>
      )}
    </th>
  );
}
