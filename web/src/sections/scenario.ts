import type { Requirement, Scenario } from "../model/scenario";
import { choice } from "../state/state";

/** Return the scenario that the page's choices describe; filters that ask something of a codec are requirements. */
export function chosenScenario(): Scenario {
  return {
    bandwidth_bits_per_s: choice.bandwidth.value,
    rtt_s: choice.rtt.value,
    messages_per_s: choice.rate.value,
    compressor: choice.compress.value,
    cpu_price_per_core_hour: choice.cpuPrice.value,
    egress_price_per_gigabyte: choice.egressPrice.value,
    requirements: requirements(),
    accepted: choice.accept.value,
    minimise: choice.minimise.value,
    threshold: 0.05,
    change_cost: null,
    payback_months: 12,
    on_board: choice.onBoard.value,
    energy_j_per_byte: choice.energyPerByte.value,
    energy_j_per_million: choice.energyPerMillion.value,
    battery_j: choice.battery.value,
    free_flash_bytes: choice.freeFlash.value,
    free_ram_bytes: choice.freeRam.value,
    baseline: choice.baseline.value,
    to: choice.to.value,
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
