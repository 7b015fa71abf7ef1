import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import type { Picture } from "../charts/picture";
import type { Weighed } from "../model/contenders";
import { significant } from "../model/figures";
import { partsOf } from "../model/parts";
import type { Scenario } from "../model/scenario";

/** So many bars can be compared at a glance. */
const MOST = 12;

/** What the time of a message is made of, for the best codecs and the baseline. */
export function PartsChart({ order, scenario }: { order: readonly Weighed[]; scenario: Scenario }) {
  const picture = useMemo(() => pictureOf(order, scenario), [order, scenario]);
  return <Chart picture={picture} title="The parts of a message's time" />;
}

function pictureOf(order: readonly Weighed[], scenario: Scenario): Picture {
  const shown = order.filter(({ weight, baseline }, at) => at < MOST || weight === baseline);
  const { rows, totals, present, cut } = partsOf(shown, scenario);
  const notes = ["Shaded: the baseline."];
  if (totals.some(({ low }) => low !== null)) notes.unshift("Thin lines: 95 % intervals of what was measured.");
  const pale = [
    ...(rows.some(({ lossy }) => lossy) ? ["lossy"] : []),
    ...(rows.some(({ saturated }) => saturated) ? ["more than the link carries"] : []),
  ];
  if (pale.length > 0) notes.push(`Pale: ${pale.join(", or ")}.`);
  if (cut !== null) {
    notes.unshift(
      `The round trip is cut off: it is ${cut === Infinity ? "all" : `${significant(cut, 2)} times as long as the longest bar`}.`,
    );
  }
  if (shown.length < order.length) notes.push(`The best ${MOST} of ${order.length}; the table has all.`);
  return {
    kind: "parts",
    data: { rows: rows.map((row) => ({ ...row })), totals: totals.map((row) => ({ ...row })) },
    words: { present },
    description: `Stacked bars. ${totals.map(({ label, text }) => `${label}: ${text}`).join("; ")}.`,
    notes,
  };
}
