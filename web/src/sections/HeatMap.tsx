import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import { heatmap } from "../charts/heatmap";
import type { Row } from "../charts/picture";
import type { RunDocument } from "../data/document";
import { rebased } from "../data/measures";
import { Section } from "../parts/Section";
import { choice, select } from "../state/state";
import type { View } from "../state/view";

/** So many codecs are shown before the reader asks for more. */
const FIRST_CODECS = 30;

/** Who is good at what: every codec against every payload. */
export function HeatMap({ document, view }: { document: RunDocument; view: View }) {
  const all = useSignal(false);
  const baseline = choice.baseline.value;
  const picture = useMemo(
    () =>
      heatmap(
        document,
        rebased(document, view.cells, baseline, "net"),
        view.operation,
        all.value ? {} : { most: FIRST_CODECS },
      ),
    [document, view, baseline, all.value],
  );
  const codecs = new Set(view.rows.map((cell) => `${cell.runner} ${cell.target} ${cell.codec} ${cell.variant}`)).size;
  return (
    <Section name="heat-map" title="Codec by payload">
      <p class="lead">
        The time to {view.operation} every payload of the run, relative to the baseline of its runner: what is fast with
        one document may not be with another.
      </p>
      <Chart
        picture={picture}
        title={`Time to ${view.operation}, codec by payload`}
        onPick={(row) => select({ row, payload: row.split("/").slice(3).join("/") })}
      />
      {picture && <AsTable rows={picture.data["rows"] ?? []} />}
      {!all.value && codecs > FIRST_CODECS && (
        <button type="button" class="chip more no-print" onClick={() => (all.value = true)}>
          Show all {codecs} codecs
        </button>
      )}
    </Section>
  );
}

/** The same numbers for those who read rather than look. */
function AsTable({ rows }: { rows: readonly Row[] }) {
  const codecs = Map.groupBy(rows, (row) => String(row["label"]));
  const textOf = ({ text, margin }: Row) => [text, margin].filter(Boolean).join(" ");
  const payloads = [...new Set(rows.map((row) => String(row["payload"])))];
  return (
    <details>
      <summary>As a table</summary>
      <div class="scroll" role="region" aria-label="Codec by payload, as a table" tabIndex={0}>
        <table>
          <caption class="hidden">
            How many times the baseline’s time each codec takes, by payload and in the mean of all
          </caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                codec
              </th>
              {payloads.map((payload) => (
                <th scope="col" class="number" key={payload}>
                  {payload}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...codecs].map(([codec, own]) => (
              <tr key={codec}>
                <th scope="row" class="name">
                  {codec}
                </th>
                {payloads.map((payload) => (
                  <td class="number" key={payload}>
                    {textOf(own.find((row) => row["payload"] === payload) ?? {})}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
