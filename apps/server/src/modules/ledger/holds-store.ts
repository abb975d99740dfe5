import {
  homeCode,
  isOwnHold,
  moneyOf,
  type AccountCode,
  type Currency,
  type Money,
  type PostingReason,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Money set aside and not yet let go: for whom, why, and whether the merchant itself asked for it. */
export type OpenHold = {
  postingId: string;
  home: AccountCode;
  amount: Money;
  reason: PostingReason;
  reference: string | null;
  openedAt: Date;
  isOwn: boolean;
};
type Row = {
  postingId: string;
  code: AccountCode;
  amount: bigint;
  reason: PostingReason;
  reference: string | null;
  openedAt: Date;
};

/** Newest first; read through the index of what is open, however long the history. */
export async function readOpenHolds(db: Db, merchantId: string): Promise<OpenHold[]> {
  const { rows } = await sql<Row>`
    select h.posting_id as "postingId", h.code, h.amount, h.opened_at as "openedAt", p.reason, p.reference
      from ledger_hold h join ledger_posting p on p.merchant_id = h.merchant_id and p.id = h.posting_id
     where h.merchant_id = ${merchantId} and h.resolved_by is null
     order by h.opened_at desc, h.posting_id desc`.execute(db);
  return rows.map(({ code, amount, ...hold }) => ({
    ...hold,
    home: homeCode(code),
    amount: moneyOf(code.split(":")[1] as Currency, amount),
    isOwn: isOwnHold(hold.reason),
  }));
}
