import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import { pareto } from "../charts/pareto";
import type { Row } from "../charts/picture";
import { whyNot } from "../data/compressors";
import type { RunDocument } from "../data/document";
import { rebased } from "../data/measures";
import { COMPRESSORS } from "../model/scenario";
import { Chips } from "../parts/Chips";
import { Format } from "../parts/Format";
import { Section } from "../parts/Section";
import { choice, select } from "../state/state";
import type { View } from "../state/view";
import { showRow } from "./RankingChart";

/** Size against time: who gives the most of both. */
export function SizeTime({ document, view }: { document: RunDocument; view: View }) {
  const [compress, baseline] = [choice.compress.value, choice.baseline.value];
  const picture = useMemo(
    () => pareto(document, rebased(document, view.rows, baseline, "net"), compress),
    [document, view, baseline, compress],
  );
  return (
    <Section name="size-time" title="Size against time">
      <p class="lead">
        Down and to the left is better: fewer bytes, less time to {view.operation}. What compressing takes is not in
        this chart, but in End to end.
      </p>
      <div class="controls no-print">
        <Chips
          joined
          label="Compression of the bytes"
          options={COMPRESSORS.map((value) => ({
            value,
            label: value === "none" ? "Not compressed" : value,
            unavailable: whyNot(view.payload, value),
          }))}
          chosen={[compress]}
          onToggle={(compress) => select({ compress })}
        />
      </div>
      <Chart
        picture={picture}
        title={`${view.payload.payload}: size against the time to ${view.operation}`}
        onPick={(row) => {
          select({ row });
          requestAnimationFrame(() => showRow(row));
        }}
      />
      {picture && <AsTable rows={picture.data["rows"] ?? []} />}
    </Section>
  );
}

/** The same numbers for those who read rather than look. */
function AsTable({ rows }: { rows: readonly Row[] }) {
  return (
    <details>
      <summary>As a table</summary>
      <div class="scroll" role="region" aria-label="Size and time, as a table" tabIndex={0}>
        <table>
          <caption class="hidden">Size and net time of each codec, the fastest first</caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                codec
              </th>
              <th scope="col">format</th>
              <th scope="col" class="number">
                net time
              </th>
              <th scope="col" class="number">
                size
              </th>
              <th scope="col">beaten by none in both</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row["id"])}>
                <th scope="row" class="name">
                  {String(row["label"])}
                </th>
                <td class="muted">
                  <Format format={String(row["format"])} />
                </td>
                <td class="number">{String(row["timeText"])}</td>
                <td class="number">{String(row["bytesText"])}</td>
                <td>{row["frontier"] ? "yes" : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
