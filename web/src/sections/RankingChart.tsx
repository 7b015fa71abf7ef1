import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import { ranking } from "../charts/ranking";
import type { RunDocument } from "../data/document";
import { rebased, unitOf } from "../data/measures";
import { choice, select } from "../state/state";
import type { View } from "../state/view";

/** So many bars are seen at once; the table has the rest. */
const BARS = 30;

/** The ranking as bars with their intervals. A click opens the row of the table. */
export function RankingChart({ document, view }: { document: RunDocument; view: View }) {
  const unit = unitOf(choice.unit.value, view.participants.length);
  const [weight, baseline] = [choice.weight.value, choice.baseline.value];
  const picture = useMemo(
    () => ranking(document, rebased(document, view.rows, baseline, weight), { unit, weight, most: BARS }),
    [document, view, baseline, unit, weight],
  );
  return (
    <Chart
      picture={picture}
      title={`${view.operation} of ${view.payload.payload}: the ranking`}
      onPick={(row) => {
        select({ row });
        requestAnimationFrame(() => showRow(row));
      }}
    />
  );
}

/** Bring an opened row into sight, and the keyboard with it. */
export function showRow(row: string): void {
  const opener = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] .opener`);
  opener?.focus({ preventScroll: true });
  opener?.scrollIntoView({ block: "center" });
}
