import type { PayoutStep } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PayoutKey } from "./payouts-store.ts";

export type PayoutEvent = { action: PayoutStep; note: string | null; at: Date };

export async function insertPayoutEvent(
  tx: Tx,
  { merchantId, id: payoutId }: PayoutKey,
  id: string,
  { action, note, at }: PayoutEvent,
): Promise<void> {
  await sql`insert into payout_event (merchant_id, payout_id, id, action, note, at)
    values (${merchantId}, ${payoutId}, ${id}, ${action}, ${note}, ${at})`.execute(tx);
}

export async function listPayoutEvents(db: Db, { merchantId, id }: PayoutKey): Promise<PayoutEvent[]> {
  const { rows } = await sql<PayoutEvent>`
    select action, note, at from payout_event
    where merchant_id = ${merchantId} and payout_id = ${id} order by id`.execute(db);
  return rows;
}
