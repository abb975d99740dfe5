import { randomBytes, randomInt } from "node:crypto";

/** Randomness is passed in, so that tests can repeat it. */
export type Random = { bytes(count: number): Buffer; below(limit: number): number };
export const systemRandom: Random = { bytes: (count) => randomBytes(count), below: (limit) => randomInt(limit) };
