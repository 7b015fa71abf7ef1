/** The parts of one message's time, as a stacked bar for each codec. */
import type { Weighed } from "./contenders";
import { isExact } from "./candidates";
import { duration } from "./figures";
import { isSaturated, NS_PER_S, total, transferNs } from "./model";
import type { Scenario } from "./scenario";
import * as units from "./units";

/** A round trip of more than so many times the longest other time would leave nothing to see of the others. */
const CUT_FROM = 3;
/** How much of a cut round trip is drawn, as a share of the longest other time. */
const CUT_TO = 0.25;

export interface PartRow {
  id: string;
  label: string;
  part: string;
  /** where it begins and ends, in nanoseconds */
  from: number;
  to: number;
  text: string;
  total: string;
  lossy: boolean;
  saturated: boolean;
}

export interface TotalRow {
  id: string;
  label: string;
  /** where the bar ends */
  end: number;
  /** where its interval ends, too */
  beyond: number;
  /** the interval of all that is measured, without the round trip */
  low: number | null;
  high: number | null;
  text: string;
  baseline: boolean;
  /** whether its round trip is longer than it is drawn */
  cut: boolean;
}

export interface Parts {
  rows: PartRow[];
  totals: TotalRow[];
  /** the parts that any of them has */
  present: string[];
  /** how many times as long as the longest bar the round trip is, if it is cut */
  cut: number | null;
}

/** Return the parts of each contender's time. */
export function partsOf(contenders: readonly Weighed[], scenario: Scenario): Parts {
  const roundTrip = scenario.rtt_s * NS_PER_S;
  const stacks = contenders.map((contender) => {
    const { encode, compress, bytes, decompress, decode } = contender.weight;
    const transfer = transferNs(bytes, scenario.bandwidth_bits_per_s);
    const parts: [string, number][] = [
      ["encode", encode.estimate],
      ["compress", compress.estimate],
      ["transfer", transfer],
      ["decompress", decompress.estimate],
      ["decode", decode.estimate],
    ];
    return { contender, parts, length: parts.reduce((sum, [, time]) => sum + time, 0) };
  });
  const longest = Math.max(0, ...stacks.map(({ length }) => length));
  const cut = roundTrip > CUT_FROM * longest;
  const rows: PartRow[] = [];
  const totals: TotalRow[] = [];
  for (const { contender, parts, length } of stacks) {
    const { key: id, label, weight, candidate, baseline } = contender;
    const whole = total(weight, scenario);
    const lossy = !isExact(candidate);
    const saturated = isSaturated(weight, scenario);
    const end = cut ? longest * (1 + CUT_TO) : length + roundTrip;
    let from = 0;
    for (const [part, time] of [...parts, ["round trip", roundTrip] as const]) {
      if (time === 0) continue;
      const to = part === "round trip" ? end : from + time;
      rows.push({ id, label, part, from, to, text: duration(time), total: units.time(whole), lossy, saturated });
      from = to;
    }
    const { half } = weight.processor;
    const high = half === null ? null : length + half;
    totals.push({
      id,
      label,
      end,
      beyond: Math.max(end, high ?? 0),
      low: half === null ? null : Math.max(length - half, 0),
      high,
      // Beside a round trip that is cut off nobody would see what they differ in.
      text: cut ? `${duration(length)} + ${duration(roundTrip)}` : duration(whole.estimate),
      baseline: weight === baseline,
      cut,
    });
  }
  const present = [...new Set(rows.map(({ part }) => part))];
  return {
    rows,
    totals,
    present: ORDER.filter((part) => present.includes(part)),
    cut: cut ? roundTrip / longest : null,
  };
}

const ORDER = ["encode", "compress", "transfer", "decompress", "decode", "round trip"];
