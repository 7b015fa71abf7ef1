import { useComputed, useSignal } from "@preact/signals";
import { memberOf, rowName, titlesOf } from "../data/cells";
import type { Cell, RunDocument } from "../data/document";
import {
  baselineOf,
  countText,
  marginText,
  relativeText,
  relativeTo,
  speedOf,
  timeText,
  UNIT_TITLES,
  unavailable,
} from "../data/measures";
import { textsOf, tiesOf } from "../data/tables";
import { codecName, significant, size } from "../model/figures";
import { Chips } from "../parts/Chips";
import { Section } from "../parts/Section";
import { choice, select, UNITS, WEIGHTS, type Unit } from "../state/state";
import type { View } from "../state/view";
import { RankingChart } from "./RankingChart";
import { RowDetail } from "./RowDetail";

/** So many rows are shown before the reader asks for more. */
const FIRST_ROWS = 40;

export function Ranking({ document, view }: { document: RunDocument; view: View }) {
  const { payload, operation, rows } = view;
  const titles = useComputed(() => titlesOf(document)).value;
  const who = view.members.map((member) => titles.get(member)).join(", ");
  return (
    <Section name="ranking" title="Ranking">
      <p class="lead">
        <strong>
          {payload.payload} · {operation}
        </strong>{" "}
        in {view.members.length > 3 ? `${view.members.length} runners` : who};{" "}
        {payload.documents > 1 && `${payload.documents} documents, `}
        {size(payload.json_bytes)} bytes as JSON.
      </p>
      <p class="muted" aria-live="polite">
        {summaryOf(view)}
      </p>
      <Controls view={view} />
      {rows.length > 0 && <RankingChart document={document} view={view} />}
      {rows.length > 0 && <RankingTable document={document} view={view} />}
    </Section>
  );
}

/** How many rows there are, and who shares the first rank. */
function summaryOf(view: View): string {
  const { rows, members } = view;
  if (rows.length === 0) return "No row is left by the filters.";
  const rankOf = (cell: Cell) => (members.length > 1 ? cell.rank : cell.rank_in_language);
  const best = rows[0] as Cell;
  const first = rows.filter((cell) => rankOf(cell) === rankOf(best));
  const count = rows.length === 1 ? "1 row." : `${rows.length} rows.`;
  if (rows.every((cell) => cell.processes < 2)) return `${count} They are not ranked: nothing is known of their error.`;
  const remark = "Ranks are among all that was measured, whatever is filtered.";
  if (first.length === 1) return `${count} ${codecName(best)} is the fastest beyond doubt. ${remark}`;
  return (
    `${count} ${first.length} of them share rank ${rankOf(best)}: these measurements cannot tell them apart. ` + remark
  );
}

function Controls({ view }: { view: View }) {
  const unit = choice.unit.value;
  const baselines = [...new Set(view.rows.map(codecName))].sort();
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
        <select
          value={choice.baseline.value ?? ""}
          onChange={(event) => select({ baseline: event.currentTarget.value || null })}
        >
          <option value="">the run’s own{own.length === 1 ? ` (${String(own[0])})` : ""}</option>
          {baselines.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

const HEADINGS = [
  ["net", "time"],
  ["margin", "±"],
  ["tare", "tare"],
  ["relative", "relative"],
  ["speed", "MB/s"],
  ["bytes", "bytes"],
  ["gzipped", "gzipped"],
  ["allocated", "allocated"],
  ["instructions", "instructions"],
] as const;

function RankingTable({ document, view }: { document: RunDocument; view: View }) {
  const all = useSignal(false);
  const ties = useComputed(() => tiesOf(document)).value;
  const titles = useComputed(() => titlesOf(document)).value;
  const many = view.members.length > 1;
  const weight = choice.weight.value;
  const allocates = view.rows.some((cell) => cell.allocated_bytes !== null);
  const counted = view.rows.some((cell) => cell.instructions !== null);
  const opened = choice.row.value;
  // An opened row is shown wherever it stands: it may be what the URL was sent for.
  const rows = all.value ? view.rows : view.rows.filter((cell, at) => at < FIRST_ROWS || rowName(cell) === opened);
  // What no runtime here tells has no column.
  const headings = HEADINGS.filter(
    ([name]) => (name !== "allocated" || allocates) && (name !== "instructions" || counted),
  );
  const columns = headings.length + (many ? 6 : 5);
  return (
    <>
      <div class="scroll" role="region" aria-label="The ranking as a table" tabIndex={0}>
        <table class="rows">
          <caption class="hidden">
            {view.payload.payload}, {view.operation}: the codecs in the order of their ranks. The button in a row opens
            what is behind its numbers.
          </caption>
          <thead>
            <tr>
              <th scope="col" class="number" title="rank within its runner">
                #
              </th>
              <th scope="col" class="number" title="rank among all runners">
                all
              </th>
              <th scope="col" class="name">
                codec
              </th>
              {many && <th scope="col">runner</th>}
              <th scope="col">format</th>
              {headings.map(([name, heading]) => (
                <th scope="col" class="number" key={name}>
                  {name === "net" ? `${weight} time` : heading}
                </th>
              ))}
              <th scope="col">fidelity</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((cell) => {
              const name = rowName(cell);
              const isOpen = name === opened;
              const texts = textsOf(cell, ties);
              const base = baselineOf(cell, document.cells, choice.baseline.value);
              const speed = speedOf(cell, view.payload, weight);
              const detail = `detail-${cell.cell}`;
              return [
                <tr key={name} class={[isOpen ? "open" : "", cell.fidelity].join(" ")} data-row={name}>
                  <td class="number">{texts.rank}</td>
                  <td class="number muted">{texts.all}</td>
                  <th scope="row" class="name">
                    <button
                      type="button"
                      class="opener"
                      aria-expanded={isOpen}
                      aria-controls={isOpen ? detail : undefined}
                      onClick={() => select({ row: isOpen ? null : name })}
                    >
                      {codecName(cell)}
                    </button>
                  </th>
                  {many && <td>{titles.get(memberOf(cell))}</td>}
                  <td class="muted">{cell.format}</td>
                  <td class="number strong">{timeText(cell, weight)}</td>
                  <td class="number muted">{marginText(cell, weight)}</td>
                  <td class="number muted">{texts.tare}</td>
                  <td class="number">
                    {base && base.cell === cell.cell ? (
                      <span class="is-baseline" title="what the others of its runner are compared with">
                        = 1
                      </span>
                    ) : (
                      relativeText(base && relativeTo(cell, base, weight))
                    )}
                  </td>
                  <td class="number">{speed === null ? "" : significant(speed.estimate)}</td>
                  <td class="number">{texts.bytes}</td>
                  <td class="number">{texts.gzipped}</td>
                  {allocates && <td class="number">{texts.allocated}</td>}
                  {counted && <td class="number">{countText(cell.instructions)}</td>}
                  <td class={cell.fidelity === "lossy" ? "warn" : "muted"}>{texts.remarks}</td>
                </tr>,
                isOpen && (
                  <tr key={`${name} detail`} class="detail-row">
                    <td colSpan={columns} id={detail}>
                      <RowDetail document={document} cell={cell} title={titles.get(memberOf(cell)) ?? ""} />
                    </td>
                  </tr>
                ),
              ];
            })}
          </tbody>
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
