const MOST_ENTRIES = 10_000;

type Proof<Row, Shown> = { row: Row; shown: Shown };

/**
 * Tokens proven a moment ago, in memory only, each with the row it was proven against: a proof is as good as that row is,
 * and is forgotten with it.
 */
export function createProvenTokens<Row extends object, Shown>(isCurrent: (row: Row) => boolean) {
  const proofs = new Map<string, Proof<Row, Shown>>();
  return {
    keep(token: string, proof: Proof<Row, Shown>): void {
      if (proofs.size >= MOST_ENTRIES) proofs.delete(proofs.keys().next().value!);
      proofs.set(token, proof);
    },
    find(token: string, isUsable: (row: Row) => boolean): Shown | undefined {
      const proof = proofs.get(token);
      if (!proof) return undefined;
      if (isCurrent(proof.row) && isUsable(proof.row)) return proof.shown;
      proofs.delete(token);
      return undefined;
    },
  };
}
