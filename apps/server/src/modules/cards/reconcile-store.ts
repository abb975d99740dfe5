import { moneyOf, type CardPaymentState, type Currency, type Money } from "@coralhub/domain";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";

/**
 * What moved at the issuer, by our own books: settlements out, refunds in, and what a dispute brought back or lost again, under
 * the names its statement has for them. Without our fee.
 */
export type Moved = { reference: string; minor: bigint; at: Date };
const movedAt = (issuer: string, messages: RawBuilder<unknown>, disputes: RawBuilder<unknown>) => sql<Moved>`
  select m.message_id as reference, case m.kind when 'settlement' then -m.amount_minor else m.amount_minor end as minor, m.at
    from card_message m
   where m.issuer = ${issuer} and m.kind in ('settlement', 'refund') and m.outcome = 'done' and m.amount_minor <> 0
     and ${messages}
  union all
  select 'CB' || d.id || line.name, line.minor, line.at
    from card_dispute d join card_payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
   cross join lateral (values ('-CB', d.amount_minor, d.credited_at), ('-CBR', -d.amount_minor, d.lost_at)) as line (name, minor, at)
   where p.issuer = ${issuer} and d.credited_at is not null and line.at is not null and ${disputes}`;

/** From then on. What was lost since may have been credited long before. */
export async function listMoved(db: Db, issuer: string, from: Date): Promise<Moved[]> {
  const { rows } = await movedAt(issuer, sql`m.at >= ${from}`, sql`line.at >= ${from}`).execute(db);
  return rows;
}
/** The same under these names, however long ago. */
export async function findMoved(db: Db, issuer: string, references: readonly string[]): Promise<Moved[]> {
  if (references.length === 0) return [];
  const disputes = references.flatMap(
    (reference) => /^CB([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-CBR?$/.exec(reference)?.[1] ?? [],
  );
  const { rows } = await movedAt(
    issuer,
    sql`m.message_id = any(${[...references]}::text[])`,
    sql`d.id = any(${disputes}::uuid[]) and 'CB' || d.id || line.name = any(${[...references]}::text[])`,
  ).execute(db);
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
