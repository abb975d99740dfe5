import { createRecentEntries } from "./recent-entries.ts";

const MOST_ENTRIES = 50_000;

type Proof<Row, Shown> = { row: Row; shown: Shown };

/**
 * Tokens proven a moment ago, in memory only, each with the row it was proven against: a proof is as good as that row is,
 * and is forgotten with it.
 */
export function createProvenTokens<Row extends object, Shown>(isCurrent: (row: Row) => boolean) {
  const proofs = createRecentEntries<Proof<Row, Shown>>(MOST_ENTRIES);
  return {
    keep: (token: string, proof: Proof<Row, Shown>): void => proofs.set(token, proof),
    find(token: string, isUsable: (row: Row) => boolean): Shown | undefined {
      const proof = proofs.get(token);
      if (!proof) return undefined;
      if (isCurrent(proof.row) && isUsable(proof.row)) return proof.shown;
      proofs.delete(token);
      return undefined;
    },
  };
}
