/** The parts of one message's time, as a stacked bar for each codec. */
import type { Weighed } from "./contenders";
import { isExact } from "./candidates";
import { duration } from "./figures";
import { isSaturated, onTop, total, transferNs } from "./model";
import type { Scenario } from "./scenario";
import * as units from "./units";

/** What comes on top of all, if it is more than so many times the longest, would leave nothing to see of the rest. */
const CUT_FROM = 3;
/** How much of it is drawn then, as a share of the longest other time. */
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
  /** the interval of all that is measured, without what comes on top */
  low: number | null;
  high: number | null;
  text: string;
  baseline: boolean;
  /** whether what comes on top is longer than it is drawn */
  cut: boolean;
}

export interface Parts {
  rows: PartRow[];
  totals: TotalRow[];
  /** the parts that any of them has */
  present: string[];
  /** how many times as long as the longest bar what comes on top is, if it is cut */
  cut: number | null;
}

/** Return the parts of each contender's time; with or without what comes on top of all alike. */
export function partsOf(contenders: readonly Weighed[], scenario: Scenario, { topped = true } = {}): Parts {
  const [first] = contenders;
  const { wait, roundTrip, both: top } = first && topped ? onTop(first.weight, scenario) : NOTHING;
  const stacks = contenders.map((contender) => {
    const { encode, compress, bytes, decompress, decode, batch } = contender.weight;
    const parts: [string, number][] = [
      ["encode", batch * encode.estimate],
      ["compress", batch * compress.estimate],
      ["transfer", batch * transferNs(bytes, scenario.bandwidth_bits_per_s)],
      ["decompress", batch * decompress.estimate],
      ["decode", batch * decode.estimate],
    ];
    return { contender, parts, length: parts.reduce((sum, [, time]) => sum + time, 0) };
  });
  const longest = Math.max(0, ...stacks.map(({ length }) => length));
  const cut = top > CUT_FROM * longest;
  const rows: PartRow[] = [];
  const totals: TotalRow[] = [];
  for (const { contender, parts, length } of stacks) {
    const { key: id, label, weight, candidate, baseline } = contender;
    const whole = total(weight, scenario);
    const lossy = !isExact(candidate);
    const saturated = isSaturated(weight, scenario);
    const end = cut ? longest * (1 + CUT_TO) : length + top;
    let from = 0;
    for (const [part, time] of [...parts, ["wait", wait] as const, ["round trip", roundTrip] as const]) {
      if (time === 0) continue;
      const to = from + (ON_TOP.includes(part) ? (time / top) * (end - length) : time);
      rows.push({ id, label, part, from, to, text: duration(time), total: units.time(whole), lossy, saturated });
      from = to;
    }
    const { half } = whole;
    const high = half === null ? null : length + half;
    totals.push({
      id,
      label,
      end,
      beyond: Math.max(end, high ?? 0),
      low: half === null ? null : Math.max(length - half, 0),
      high,
      // Beside what is cut off nobody would see what they differ in.
      text: cut ? `${duration(length)} + ${duration(top)}` : duration(length + top),
      baseline: weight === baseline,
      cut,
    });
  }
  const present = [...new Set(rows.map(({ part }) => part))];
  return {
    rows,
    totals,
    present: ORDER.filter((part) => present.includes(part)),
    cut: cut ? top / longest : null,
  };
}

const NOTHING = { wait: 0, roundTrip: 0, both: 0 };
const ON_TOP = ["wait", "round trip"];
const ORDER = ["encode", "compress", "transfer", "decompress", "decode", ...ON_TOP];
