/** Comparisons at one bandwidth and rate, which know how far from there they have the same answer. */
import type { Scenario } from "./scenario";

/** What may be another on another link, or with another number of messages. */
export type Axis = "bandwidth" | "rate";

/** From where to where it is looked at: bits per second, messages per second. */
export const ENDS: Readonly<Record<Axis, readonly [from: number, to: number]>> = {
  bandwidth: [1e3, 1e12],
  rate: [1e-3, 1e9],
};

/** An amount by what it depends on: `fixed + sent / bandwidth + paced · rate + load · rate / bandwidth + waited / rate`. */
export interface Amount {
  fixed?: number;
  sent?: number;
  paced?: number;
  load?: number;
  waited?: number;
}

/** Return one amount less so many times another. */
export function less(amount: Amount, other: Amount, times = 1): Amount {
  return {
    fixed: (amount.fixed ?? 0) - times * (other.fixed ?? 0),
    sent: (amount.sent ?? 0) - times * (other.sent ?? 0),
    paced: (amount.paced ?? 0) - times * (other.paced ?? 0),
    load: (amount.load ?? 0) - times * (other.load ?? 0),
    waited: (amount.waited ?? 0) - times * (other.waited ?? 0),
  };
}

/** A scenario, and up to which bandwidth or rate all answers that were given here stay the same. */
export class Spot {
  until: number;

  constructor(
    readonly scenario: Scenario,
    private readonly axis: Axis = "bandwidth",
  ) {
    this.until = ENDS[axis][1];
  }

  /** Tell whether an amount is above zero. */
  isAbove({ fixed = 0, sent = 0, paced = 0, load = 0, waited = 0 }: Amount): boolean {
    const { bandwidth_bits_per_s: bandwidth, messages_per_s: rate } = this.scenario;
    if (this.axis === "bandwidth") {
      const [still, moving] = [fixed + paced * rate + waited / rate, sent + load * rate];
      this.turnAt(-moving / still, bandwidth);
      return still + moving / bandwidth > 0;
    }
    const [still, moving] = [fixed + sent / bandwidth, paced + load / bandwidth];
    for (const root of roots(moving, still, waited)) this.turnAt(root, rate);
    return still + moving * rate + waited / rate > 0;
  }

  /** Tell whether an amount is below zero. */
  isBelow(amount: Amount): boolean {
    return this.isAbove(less({}, amount));
  }

  private turnAt(value: number, here: number): void {
    if (here < value && value < this.until) this.until = value;
  }
}

/** Return where `a x² + b x + c` is zero. */
function roots(a: number, b: number, c: number): number[] {
  if (a === 0) return [-c / b];
  const inner = b * b - 4 * a * c;
  if (inner < 0) return [];
  // Without taking two numbers from each other that are almost the same.
  const sum = -(b + (b < 0 ? -1 : 1) * Math.sqrt(inner)) / 2;
  return [sum / a, c / sum];
}

/** A range of bandwidths or rates, and what holds within it. */
export interface Stretch<T> {
  from: number;
  to: number;
  held: T;
}

/** Something turns at a value, and is asked again so much beyond it. */
const BEYOND = 1 + 1e-9;

/**
 * Return what holds along an axis, from its beginning to its end.
 *
 * It is asked again only where the first of the comparisons that decided it turns, so that nothing between is missed.
 */
export function along<T>(
  axis: Axis,
  scenario: Scenario,
  decided: (spot: Spot) => T,
  isSame: (one: T, other: T) => boolean,
): Stretch<T>[] {
  const [begin, end] = ENDS[axis];
  const found: Stretch<T>[] = [];
  for (let from = begin; from < end;) {
    const there = from * BEYOND;
    const changed = axis === "bandwidth" ? { bandwidth_bits_per_s: there } : { messages_per_s: there };
    const spot = new Spot({ ...scenario, ...changed }, axis);
    const held = decided(spot);
    const last = found.at(-1);
    if (last && isSame(last.held, held)) last.to = spot.until;
    else found.push({ from, to: spot.until, held });
    from = spot.until;
  }
  return found;
}
