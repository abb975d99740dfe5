import { moneyOf, type CardPaymentState, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** What moved at the issuer, by our own messages: settlements out, refunds in. Without our fee. */
export type Moved = { reference: string; minor: bigint; at: Date };
export async function listMoved(db: Db, issuer: string, from: Date): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select message_id as reference, case kind when 'settlement' then -amount_minor else amount_minor end as minor, at
      from card_message
     where issuer = ${issuer} and kind in ('settlement', 'refund') and outcome = 'done' and amount_minor <> 0 and at >= ${from}
     order by at desc, message_id`.execute(db);
  return rows;
}

type Recent = {
  id: string;
  state: CardPaymentState;
  shopName: string;
  amount: Money;
  sentence: string | null;
  at: Date;
};
export async function listRecentPayments(db: Db, merchantId: string, cardId: string, limit: number): Promise<Recent[]> {
  const { rows } = await sql<Omit<Recent, "amount"> & { currency: Currency; minor: bigint }>`
    select id, state, shop_name as "shopName", currency, sentence, created_at as at,
      case when kind = 'refund' then refunded_minor
        when settled_minor + held_minor > 0 then -(settled_minor + held_minor) else -asked_minor end as minor
      from card_payment where merchant_id = ${merchantId} and card_id = ${cardId}
     order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ currency, minor, ...rest }) => ({ ...rest, amount: moneyOf(currency, minor) }));
}
