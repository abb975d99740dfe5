import type { RecordsDeps } from "../records/deps.ts";

export type DocumentsDeps = Pick<RecordsDeps, "database" | "clock" | "ledger" | "activity"> & {
  /** The name the merchant is certified under. */
  legalNameOf(merchantId: string): Promise<string | null>;
};
