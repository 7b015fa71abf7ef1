/** Examples by chance, the same ones in every run of the tests. */

/** Random choices from a seed (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** A number from 0 to below 1. */
  share(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.share() * (to - from + 1));
  }

  /** A number between two above zero, as likely in one power of ten as in another. */
  spread(from: number, to: number): number {
    return from * (to / from) ** this.share();
  }

  pick<T>(...values: readonly T[]): T {
    return values[this.whole(0, values.length - 1)] as T;
  }

  many<T>(from: number, to: number, one: (at: number) => T): T[] {
    return Array.from({ length: this.whole(from, to) }, (_, at) => one(at));
  }
}

/** Seeds, one a test's example. */
export function examples(count: number): Chance[] {
  return Array.from({ length: count }, (_, seed) => new Chance(seed + 1));
}
