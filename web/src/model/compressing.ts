/** Which compressors would do more for a message than any codec does as it is asked about. */
import type { Case } from "./case";
import { duration, significant } from "./figures";
import type { Flips } from "./flips";
import { isSaturated, quadrature, type Term, type Weight } from "./model";
import type { Compressor, Scenario } from "./scenario";
import * as units from "./units";
import { objective } from "./verdict";

/** What does not fit through the link takes for ever. */
const FOR_EVER: Term = { estimate: Infinity, half: 0 };

/** So many are named. */
const SOME = 2;

/** Name the compressors with which the best codec surely takes less, by the threshold at least; the best first. */
export function compressingOf({ verdict }: Case, flips: Flips, scenario: Scenario): string[] {
  if (verdict === null) return [];
  const mine = verdict.best;
  const now = takenBy(mine, scenario);
  return flips.byCompressor
    .flatMap(([compressor, { verdict: other }]) => {
      if (compressor === scenario.compressor || other === null) return [];
      const then = takenBy(other.best, scenario);
      const half = quadrature(now.half, then.half);
      const less = now.estimate - then.estimate;
      const isSure = half !== null && less > half && less >= scenario.threshold * now.estimate;
      return isSure ? [{ compressor, best: other.best, value: then.estimate }] : [];
    })
    .sort((a, b) => a.value - b.value)
    .slice(0, SOME)
    .map(({ compressor, best, value }) => inWords(compressor, best, value, mine, now.estimate, scenario));
}

function takenBy(weight: Weight, scenario: Scenario): Term {
  return isSaturated(weight, scenario) ? FOR_EVER : objective(weight, scenario);
}

function inWords(
  compressor: Compressor,
  best: Weight,
  value: number,
  mine: Weight,
  now: number,
  scenario: Scenario,
): string {
  const name = compressor === "none" ? "uncompressed" : `with ${compressor}`;
  const [say, each] = scenario.minimise === "latency" ? [duration, "message"] : [units.money, "month"];
  const instead = now === Infinity ? "" : ` instead of ${say(now)}`;
  return (
    `${name} and ${best.name} ${say(value)} a ${each}${instead}, ` +
    `${significant(best.bytes)} bytes instead of ${significant(mine.bytes)}`
  );
}
