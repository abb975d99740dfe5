import { receivingAccountLifecycle, type Currency } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL, SYSTEM, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import { findAccount, insertAccount, insertNumber, type Opening } from "./accounts-store.ts";

export type PastAccount = Opening & {
  merchantId: string;
  id: string;
  rail: string;
  platform: string;
  currency: Currency;
  country: string;
  holderName: string;
  appliedAt: Date;
  openedAt: Date;
};

/** An account of the past, with the steps of every account: applied for, and opened by its bank. One that is there stays. */
export async function enterPastAccount(
  { lifecycles }: { lifecycles: Lifecycles },
  tx: Tx,
  { accountNumber, bankName, ways, openedAt, ...account }: PastAccount,
): Promise<void> {
  const { merchantId, id, rail, appliedAt } = account;
  const key = { merchantId, id };
  if (await findAccount(tx, key)) return;
  await insertAccount(tx, account);
  await lifecycles.record(tx, receivingAccountLifecycle, key, { action: "apply", by: SYSTEM, at: appliedAt });
  await lifecycles.advance(tx, receivingAccountLifecycle, key, "open", {
    by: RAIL,
    at: openedAt,
    set: { accountNumber, bankName, ways, openedAt },
    note: bankName,
  });
  await insertNumber(tx, rail, accountNumber, key);
}
