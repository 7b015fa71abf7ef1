/** How the tuning fork's pitch went over the time of a run. */
import type { Quietness } from "../data/document";
import { QUIET_REACH } from "../data/quietness";
import { fixed } from "../model/figures";
import type { Picture } from "./picture";

/** Over so many places between two moments no line is drawn: nothing was timed there. */
const GAP = 3.5;

const UNITS = [
  { size: 3600, unit: "h", long: "hours" },
  { size: 60, unit: "min", long: "minutes" },
  { size: 1, unit: "s", long: "seconds" },
] as const;

/** Return the picture of the pitch; null where nobody told it. */
export function pitch({ moments }: Quietness): Picture | null {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) return null;
  const { size, unit, long } = UNITS.find(({ size }) => last.at_s >= 3 * size) ?? UNITS[2];
  const low = Math.min(1, ...moments.map(({ typical }) => typical));
  const high = Math.max(QUIET_REACH, ...moments.map(({ high }) => high));
  const width = Math.min(2 * first.at_s, ...moments.slice(1).map(({ at_s }, at) => at_s - (moments[at]?.at_s ?? 0)));
  const stretches = stretchesOf(moments, width * GAP);
  const room = (high - low) * 0.06;
  const times = (value: number) => `${fixed(value, 2)}×`;
  const highest = moments.reduce((one, other) => (other.typical > one.typical ? other : one));
  return {
    kind: "pitch",
    data: {
      rows: moments.map(({ at_s: at, typical, high }, number) => ({
        at: at / size,
        stretch: stretches[number],
        alone: stretches.indexOf(stretches[number] ?? 0) === stretches.lastIndexOf(stretches[number] ?? 0),
        typical,
        high,
        atText: `${fixed(at / size, size === 1 ? 1 : 2)} ${unit}`,
        typicalText: times(typical),
        highText: times(high),
      })),
      quiet: [{ low: low - room, high: QUIET_REACH }],
    },
    words: {
      x: `${long} since the measuring began`,
      y: "time of the tuning fork, 1 = quiet",
      xDomain: [0, (last.at_s + width / 2) / size],
      yDomain: [low - room, high + room],
    },
    description:
      `Line chart of the tuning fork's time in ${moments.length} stretches of the run, as multiples of what it takes on ` +
      `a quiet machine: typically from ${times(Math.min(...moments.map(({ typical }) => typical)))} to ` +
      `${times(highest.typical)}, the highest after ${fixed(highest.at_s / size, 1)} ${unit}.`,
    notes: [
      "Line: the typical batch. Band above it: up to what one batch in ten exceeded. Grey ground: a quiet core. Where the " +
        "line is higher, somebody else used the processor; where there is none, nothing was timed.",
    ],
  };
}

/** Number the stretches of moments without a longer gap, and tell of each moment in which it is. */
function stretchesOf(moments: Quietness["moments"], gap: number): number[] {
  let stretch = 0;
  return moments.map(({ at_s }, at) => {
    if (at > 0 && at_s - (moments[at - 1]?.at_s ?? 0) > gap) stretch += 1;
    return stretch;
  });
}
