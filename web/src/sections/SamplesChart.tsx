import { useEffect, useState } from "preact/hooks";
import type { Cell } from "../data/document";
import { readSamples, type SampleColumns } from "../data/run";

/** A cell's samples, in the order of their being taken. */
export function SamplesChart({ cell }: { cell: Cell }) {
  const [samples, setSamples] = useState<SampleColumns | null | undefined>(undefined);
  useEffect(() => {
    void readSamples().then(setSamples);
  }, []);
  if (samples === undefined) return <p class="muted">Reading the samples…</p>;
  if (samples === null) return <p class="muted">This page was made without samples.</p>;
  return <p class="muted">{samples.cell.filter((number) => number === cell.cell).length} samples</p>;
}
