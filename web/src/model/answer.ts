/** Which codec takes least end to end, in a sentence. */
import type { RunDocument } from "../data/document";
import { caveats, type Weighed } from "./contenders";
import { pricesOf } from "./losses";
import { isSaturated, load, total } from "./model";
import type { Scenario } from "./scenario";
import * as units from "./units";
import { objective, saved } from "./verdict";

/** Say which of the contenders, the best first, takes least, and how that compares with its baseline. */
export function answer(order: readonly Weighed[], document: RunDocument, scenario: Scenario): string {
  if (!document.run.self_check.passed) return "This run failed its own check: nothing follows from these numbers.";
  // What has a caveat that its baseline has not stands in the table, with that reason why it is not the answer.
  const fit = order.filter(({ candidate, baseline }) => {
    const usual = baseline ? caveats(baseline.candidate, document.formats) : [];
    return caveats(candidate, document.formats).every((caveat) => usual.includes(caveat));
  });
  const best = fit.find(({ weight }) => weight.processor.half !== null) ?? fit[0] ?? order[0];
  if (!best) return "The run has no codec here that both encodes and decodes, with all numbers for this compression.";
  if (isSaturated(best.weight, scenario)) {
    const { label, weight } = order.reduce((least, other) => (other.weight.bytes < least.weight.bytes ? other : least));
    return (
      `The link is full: even with ${label}, ${units.rate(scenario.messages_per_s)} need ` +
      `${units.percent(load(weight, scenario))} of ${units.bandwidth(scenario.bandwidth_bits_per_s)}.`
    );
  }
  const takes =
    scenario.minimise === "latency"
      ? `takes least: ${units.time(total(best.weight, scenario))} a message`
      : `costs least: ${units.withHalf(objective(best.weight, scenario))} a month`;
  const prices = best.baseline ? pricesOf(best.baseline.candidate, best.candidate) : [];
  const but = prices.length > 0 ? `; it ${prices.join(" and ")}` : "";
  return `${best.label} ${takes}${comparison(best, scenario)}${but}.`;
}

/** How what a contender takes, or costs, compares with its baseline. */
function comparison({ weight, less, baseline }: Weighed, scenario: Scenario): string {
  if (weight === baseline) return ", and is the baseline";
  if (!less || !baseline) return "";
  const { estimate, half } = saved(less, scenario);
  const share = units.percent(Math.abs(estimate) / objective(baseline, scenario).estimate);
  const compared = `, ${share} ${estimate > 0 ? "less" : "more"} than ${baseline.name}`;
  if (half === null) return `${compared}; how sure that is, is not known from one process`;
  return Math.abs(estimate) <= half ? `, which this run cannot tell from ${baseline.name}` : compared;
}
