import type { Requirement, Scenario } from "../model/scenario";
import { choice } from "../state/state";

/** Return the scenario that the page's choices describe; filters that ask something of a codec are requirements. */
export function chosenScenario(): Scenario {
  return {
    bandwidthBitsPerS: choice.bandwidth.value,
    rttS: choice.rtt.value,
    messagesPerS: choice.rate.value,
    compressor: choice.compress.value,
    cpuPricePerCoreHour: choice.cpuPrice.value,
    egressPricePerGigabyte: choice.egressPrice.value,
    requirements: requirements(),
    accepted: choice.accept.value,
    minimise: choice.minimise.value,
    threshold: 0.05,
    changeCost: null,
    paybackMonths: 12,
    baseline: choice.baseline.value,
  };
}

function requirements(): Requirement[] {
  const only = (values: readonly string[], value: string) => values.length === 1 && values[0] === value;
  const asked: [Requirement, boolean][] = [
    ["exact", choice.exact.value],
    ["checked", only(choice.utf8.value, "checked")],
    ["owned", only(choice.strings.value, "owned")],
    ["fresh", only(choice.buffers.value, "fresh")],
  ];
  return asked.filter(([, is]) => is).map(([requirement]) => requirement);
}
