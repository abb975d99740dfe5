import { hash } from "node:crypto";

/**
 * A Merkle tree: one digest stands for all leaves, and a short path proves that a leaf is among them.
 * Leaves and inner nodes are hashed with different first bytes, so that neither can pass for the other;
 * a node without a neighbour moves up as it is. tools/verify-proof.mjs computes the same with nothing but Node.
 */
export type PathStep = { side: "left" | "right"; digest: string };

/** One call for each digest: a day has millions of them. */
const sha256 = (content: string | Uint8Array): Buffer => hash("sha256", content, "buffer");
const LEAF = "\u0000";
const NODE = Buffer.of(1);
const above = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.concat([NODE, left, right]));

export const leafDigest = (content: string): Buffer => sha256(LEAF + content);
export const EMPTY_ROOT = sha256("");

const levelAbove = (level: readonly Buffer[]): Buffer[] => {
  const made: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const right = level[at + 1];
    made.push(right ? above(level[at]!, right) : level[at]!);
  }
  return made;
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

/** An inner node that is kept: how many levels above the leaves, and which one from the left. */
export type KeptNode = { level: number; place: number; digest: Buffer };

/** The same tree for leaves that come one by one: it holds one digest for each level, and tells every node once. The root comes last. */
export function growTree(told: (node: KeptNode) => void): { add(leaf: Buffer): void; root(): Buffer } {
  /** At each level the node that waits for its neighbour, and how many there were. */
  const waiting: (Buffer | undefined)[] = [];
  const counts: number[] = [];
  const put = (level: number, digest: Buffer): void => {
    const place = counts[level] ?? 0;
    counts[level] = place + 1;
    if (level > 0) told({ level, place, digest });
  };
  return {
    add(leaf) {
      let node = leaf;
      let level = 0;
      put(0, leaf);
      for (let left = waiting[0]; left; left = waiting[level]) {
        waiting[level++] = undefined;
        put(level, (node = above(left, node)));
      }
      waiting[level] = node;
    },
    root() {
      const top = waiting.length - 1;
      let node: Buffer | undefined;
      for (const [level, left] of waiting.entries()) {
        const paired = left && node;
        node = paired ? above(left, node!) : (left ?? node);
        if (node && (paired || level < top)) put(level + 1, node);
      }
      return node ?? EMPTY_ROOT;
    },
  };
}
