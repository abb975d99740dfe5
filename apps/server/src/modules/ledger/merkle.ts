import { createHash } from "node:crypto";

/**
 * A Merkle tree: one digest stands for all leaves, and a short path proves that a leaf is among them.
 * Leaves and inner nodes are hashed with different first bytes, so that neither can pass for the other;
 * a node without a neighbour moves up as it is. tools/verify-proof.mjs computes the same with nothing but Node.
 */
export type PathStep = { side: "left" | "right"; digest: string };

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
const digest = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafDigest = (content: string): Buffer => digest(LEAF, Buffer.from(content));
export const EMPTY_ROOT = digest(Buffer.alloc(0));

const levelAbove = (level: readonly Buffer[]): Buffer[] => {
  const above: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const right = level[at + 1];
    above.push(right ? digest(NODE, level[at]!, right) : level[at]!);
  }
  return above;
};

export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  let level = leaves;
  while (level.length > 1) level = levelAbove(level);
  return level[0] ?? EMPTY_ROOT;
}

/** From the leaf to the root: the neighbour at every level that has one. */
export function merklePath(leaves: readonly Buffer[], place: number): PathStep[] {
  const path: PathStep[] = [];
  let level = leaves;
  for (let at = place; level.length > 1; at >>= 1) {
    const neighbour = level[at ^ 1];
    if (neighbour) path.push({ side: at & 1 ? "left" : "right", digest: neighbour.toString("hex") });
    level = levelAbove(level);
  }
  return path;
}
