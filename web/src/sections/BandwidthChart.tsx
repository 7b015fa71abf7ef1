import { useMemo } from "preact/hooks";
import { bandwidth } from "../charts/bandwidth";
import { Chart } from "../charts/Chart";
import type { RunDocument } from "../data/document";
import type { Contender } from "../model/contenders";
import type { Scenario } from "../model/scenario";
import { useDeferred } from "./deferred";

interface Props {
  document: RunDocument;
  contenders: readonly Contender[];
  scenario: Scenario;
}

/** The time of a message against the bandwidth, and which codec is the fastest where. */
export function BandwidthChart({ document, contenders, scenario }: Props) {
  const shown = useDeferred(useMemo(() => ({ contenders, scenario }), [contenders, scenario]));
  const picture = useMemo(() => {
    const weights = shown.contenders.flatMap(({ weight }) => weight ?? []);
    return bandwidth(document, weights, shown.scenario);
  }, [document, shown]);
  return <Chart picture={picture} title="The time of a message against the bandwidth of the link" />;
}
