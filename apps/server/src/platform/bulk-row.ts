/**
 * A row to be written in somebody else's transaction, together with all rows of its kind that commit there: who
 * coalesces many transactions into one writes them all with one statement.
 */
export type BulkRow = {
  /** One `insert … select … from unnest($1::uuid[], …)`, each parameter the array of one column's values. */
  statement: string;
  /** This row's value for each parameter, as PostgreSQL reads it in text. */
  values: readonly (string | null)[];
};

/** Bytes as PostgreSQL reads them in text. */
export const bytesAsText = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
