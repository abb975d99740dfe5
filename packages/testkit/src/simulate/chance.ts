import { createHash } from "node:crypto";

/** Chance that repeats: the same seed, the same life. */
export type Chance = {
  below(limit: number): number;
  /** Both ends included. */
  between(from: number, to: number): number;
  may(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of them, the heavier the more often; undefined where none has weight. */
  weigh<T extends { weight: number }>(from: readonly T[]): T | undefined;
};

/** Small fast counter (sfc32), begun from a hash of the seed. */
export function createChance(seed: string): Chance {
  const start = createHash("sha256").update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => start.readUInt32LE(at)) as [number, number, number, number];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    may: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
    weigh(from) {
      let left = next() * from.reduce((sum, { weight }) => sum + weight, 0);
      return from.find(({ weight }) => (left -= weight) < 0);
    },
  };
}
