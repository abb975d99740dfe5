import type { LinkedEvent } from "@coralhub/contract";
import { moneyOf, POSTING_REASONS, type Currency, type MoneyKind, type PostingReason } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

type Row = {
  reason: PostingReason;
  at: Date;
  currency: Currency | null;
  minor: bigint | null;
  reference: string | null;
  kind: MoneyKind | null;
  recordId: string | null;
};
const linkOf = ({ reason, at, currency, minor, ...record }: Row): LinkedEvent => ({
  ...record,
  label: POSTING_REASONS[reason],
  at,
  amount: currency !== null && minor !== null ? moneyOf(currency, minor) : null,
});
/** Of a posting the event it belongs to, as its own list knows it. */
const COLUMNS = sql`m.currency, m.amount_minor as minor, m.kind, coalesce(m.record_id, m.id) as "recordId"`;

/** What a correction by hand takes back; null for whatever is none. */
export async function readCorrects(db: Db, merchantId: string, eventId: string): Promise<LinkedEvent | null> {
  const { rows } = await sql<Row>`
    select o.reason, o.posted_at as at, coalesce(m.reference, o.reference) as reference, ${COLUMNS}
      from money_event e
      join ledger_posting p on p.merchant_id = e.merchant_id and p.id = e.posting_id and p.reason = 'reversal'
      join ledger_posting o on o.merchant_id = p.merchant_id and o.id = p.reverses
      left join lateral (
        select * from (
          (select 1 as place, x.* from money_event x where x.merchant_id = o.merchant_id and x.reference = o.reference collate "default" limit 1)
          union all
          (select 2, x.* from money_event x where x.merchant_id = o.merchant_id and x.posting_id::text = o.id::text
              and (x.reference is null or x.state = 'returned') limit 1)) found
         order by place limit 1) m on true
     where e.merchant_id = ${merchantId} and e.id = ${eventId}`.execute(db);
  return rows[0] ? linkOf(rows[0]) : null;
}

/** What was taken back of an event by hand; reversals are few, and have an index. */
export async function listCorrectedBy(db: Db, merchantId: string, eventId: string): Promise<LinkedEvent[]> {
  const { rows } = await sql<Row>`
    select p.reason, p.posted_at as at, p.reference, ${COLUMNS}
      from money_event e
      join ledger_posting p on p.merchant_id = e.merchant_id and p.reverses is not null and p.reason = 'reversal'
      join ledger_posting o on o.merchant_id = p.merchant_id and o.id = p.reverses
       and (o.id = e.posting_id or o.reference = e.reference collate "C")
      join money_event m on m.merchant_id = p.merchant_id and m.id::text = p.reference
     where e.merchant_id = ${merchantId} and e.id = ${eventId} order by p.posted_at`.execute(db);
  return rows.map(linkOf);
}
