import { useMemo } from "preact/hooks";
import { bandwidth } from "../charts/bandwidth";
import { Chart } from "../charts/Chart";
import type { RunDocument } from "../data/document";
import type { Weighed } from "../model/contenders";
import type { Scenario } from "../model/scenario";

interface Props {
  document: RunDocument;
  order: readonly Weighed[];
  scenario: Scenario;
}

/** The time of a message against the bandwidth, and which codec is the fastest where. */
export function BandwidthChart({ document, order, scenario }: Props) {
  const picture = useMemo(
    () =>
      bandwidth(
        document,
        order.map(({ weight }) => weight),
        scenario,
      ),
    [document, order, scenario],
  );
  return <Chart picture={picture} title="The time of a message against the bandwidth of the link" />;
}
