import { createHash } from "node:crypto";

/** Looks random, but the same seed gives the same sequence: a failing test fails again. */
export function createTestRandom(seed = "coral"): { bytes(count: number): Buffer; below(limit: number): number } {
  let drawn = 0;
  const block = () => createHash("sha256").update(`${seed}:${drawn++}`).digest();
  return {
    bytes(count) {
      const blocks: Buffer[] = [];
      for (let length = 0; length < count; length += 32) blocks.push(block());
      return Buffer.concat(blocks).subarray(0, count);
    },
    below: (limit) => Number(block().readBigUInt64BE() % BigInt(limit)),
  };
}
