/** Where two codecs cross, in a sentence. */
import { BITS_PER_BYTE, difference, NS_PER_S, type Weight } from "./model";
import * as units from "./units";

/** How two codecs are called in the sentence. */
export interface Named {
  name: string;
  weight: Weight;
}

/** Say at which bandwidth two codecs take equally long, how sure that is, and which is faster below and above. */
export function crossing(first: Named, second: Named): string {
  const [light, heavy] = first.weight.bytes <= second.weight.bytes ? [first, second] : [second, first];
  const less = difference(light.weight, heavy.weight);
  const bits = -less.bytes * BITS_PER_BYTE;
  const { estimate, half } = less.processor;
  const sureAbove = half !== null && estimate - half > 0;
  const sureBelow = half !== null && estimate + half < 0;
  if (bits === 0) {
    const bytes = "They send as many bytes, so that no bandwidth makes a difference";
    if (estimate === 0 || !(sureAbove || sureBelow)) return `${bytes}, and this run cannot tell their times apart.`;
    return `${bytes}: ${estimate > 0 ? heavy.name : light.name} takes less processor time and is always faster.`;
  }
  const at = (nanoseconds: number) => units.bandwidth((bits / nanoseconds) * NS_PER_S);
  const always = `${light.name} is faster at every bandwidth: it sends fewer bytes and takes less processor time`;
  if (estimate <= 0) {
    if (sureBelow) return `${always}.`;
    return half === null || estimate + half <= 0
      ? `${always}, as far as this run can tell.`
      : `${always}, as far as this run can tell; from ${at(estimate + half)} on that may be noise.`;
  }
  const sides = `Below ${at(estimate)} ${light.name} is faster, because it sends fewer bytes; above, ${heavy.name}`;
  if (half === null) return `${sides}. How sure that is, is not known from one process.`;
  if (half === 0) return `${sides}.`;
  const lowest = at(estimate + half);
  return sureAbove
    ? `${sides}. The bandwidth lies between ${lowest} and ${at(estimate - half)}.`
    : `${sides}. The bandwidth is at least ${lowest}, and there may be none: their processor times are within the error.`;
}
