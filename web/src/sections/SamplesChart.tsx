import { useEffect, useMemo, useState } from "preact/hooks";
import { Chart } from "../charts/Chart";
import { samples as pictureOf } from "../charts/samples";
import type { Cell } from "../data/document";
import { readSamples, type SampleColumns } from "../data/run";
import { codecName } from "../model/figures";

/** A cell's samples, in the order in which they were taken. */
export function SamplesChart({ cell, quietNs }: { cell: Cell; quietNs: number | null }) {
  const [samples, setSamples] = useState<SampleColumns | null | undefined>(undefined);
  useEffect(() => {
    let current = true;
    void readSamples().then((read) => {
      if (current) setSamples(read);
    });
    return () => {
      current = false;
    };
  }, []);
  const picture = useMemo(() => (samples ? pictureOf(cell, samples, quietNs) : null), [samples, cell, quietNs]);
  if (samples === undefined) return <p class="muted">Reading the samples…</p>;
  if (samples === null) return <p class="muted">This page was made without samples.</p>;
  return <Chart picture={picture} title={`The samples of ${codecName(cell)}`} />;
}
