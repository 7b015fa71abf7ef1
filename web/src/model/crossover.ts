/** Which codec takes the least time at which bandwidth: the time of a message is a line in 1/bandwidth. */
import { BITS_PER_BYTE, NS_PER_S, transferNs, type Weight } from "./model";
import { ENDS } from "./spot";

const [SLOWEST, FASTEST] = ENDS.bandwidth;

/** Return the bandwidth, in bits per second, at which both take equally long; null where one always wins. */
export function crossover(first: Weight, second: Weight): number | null {
  const later = second.processor.estimate - first.processor.estimate;
  const heavier = first.bytes - second.bytes;
  if (later === 0 || heavier === 0 || later > 0 !== heavier > 0) return null;
  return ((BITS_PER_BYTE * heavier) / later) * NS_PER_S;
}

/** A range of bandwidths, in bits per second, and the codec that takes the least time within it. */
export interface Segment {
  fromBitsPerS: number;
  toBitsPerS: number;
  best: Weight;
}

/**
 * Return the codec with the least time at every bandwidth from 1 kbit/s to 1 Tbit/s, the slowest link first: the lower
 * envelope of lines, from one best codec to the next, which always is heavier and takes less processor time.
 */
export function envelope(weights: readonly Weight[]): Segment[] {
  let start = SLOWEST;
  const slowest = (weight: Weight) => weight.processor.estimate + transferNs(weight.bytes, start);
  let best = [...weights].sort((a, b) => slowest(a) - slowest(b) || byProcessor(a, b))[0];
  const segments: Segment[] = [];
  while (best) {
    const current = best;
    const next = weights
      .filter((weight) => weight.processor.estimate < current.processor.estimate)
      .map((rival) => ({ rival, meeting: crossover(current, rival) ?? Infinity }))
      .filter(({ meeting }) => meeting < FASTEST)
      .sort((a, b) => a.meeting - b.meeting || byProcessor(a.rival, b.rival))[0];
    const end = next?.meeting ?? FASTEST;
    if (end > start) {
      segments.push({ fromBitsPerS: start, toBitsPerS: end, best });
      start = end;
    }
    best = next?.rival;
  }
  return segments;
}

function byProcessor(a: Weight, b: Weight): number {
  return a.processor.estimate - b.processor.estimate || (a.name < b.name ? -1 : 1);
}
