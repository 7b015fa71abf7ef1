import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import { parts } from "../charts/parts";
import type { Weighed } from "../model/contenders";
import type { Scenario } from "../model/scenario";

/** What the time of a message is made of, for the best codecs and the baseline. */
export function PartsChart({ order, scenario }: { order: readonly Weighed[]; scenario: Scenario }) {
  const picture = useMemo(() => parts(order, scenario), [order, scenario]);
  return <Chart picture={picture} title="The parts of a message's time" />;
}
