import {
  MONEY_KINDS,
  moneyOf,
  moneyRecordAddress,
  signedAmount,
  toShanghaiDay,
  type Currency,
  type MoneyKind,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** Names are looked for among so many of the latest; numbers and amounts among all. */
const LATEST = 2_000;

type Row = {
  id: string;
  recordId: string;
  reference: string | null;
  kind: MoneyKind;
  counterparty: string;
  currency: Currency;
  minor: bigint;
  at: Date;
};

/** A number of the books, as statements and papers write it: with dashes or without. */
const BOOK_NUMBER = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
/** A correction by hand bears its own number; every other event is found by that of its posting as well. */
function byBookNumber(merchantId: string, text: string, columns: ReturnType<typeof sql>) {
  if (!BOOK_NUMBER.test(text)) return sql``;
  return sql`
      union all
      (select ${columns} from money_event where merchant_id = ${merchantId} and id = ${text}::uuid)
      union all
      (select ${columns} from money_event where merchant_id = ${merchantId} and posting_id::text = ${text}::uuid::text
          and (reference is null or state = 'returned'))
      union all
      (select ${columns} from money_event where merchant_id = ${merchantId} and reference = (
          select p.reference collate "default" from ledger_posting p where p.merchant_id = ${merchantId} and p.id = ${text}::uuid)
        limit 5)`;
}

/** A merchant's payments in and out, by reference, by amount, or by who was on the other side. */
export async function findMoney(db: Db, merchantId: string, { text, amounts, limit }: Wanted): Promise<Find[]> {
  const columns = sql`id, record_id, reference, kind, counterparty, currency, amount_minor, effective_at`;
  const { rows } = await sql<Row>`
    select distinct id, coalesce(record_id, id) as "recordId", reference, kind, counterparty, currency, amount_minor as minor, effective_at as at from (
      (select ${columns} from money_event
        where merchant_id = ${merchantId} and reference in (${text}, upper(${text})) limit ${limit})
      union all
      (select ${columns} from money_event
        where merchant_id = ${merchantId} and amount_minor = any(${amounts.map(({ minor }) => minor)}::int8[])
          and (currency, amount_minor) in (select * from unnest(${amounts.map(({ currency }) => currency)}::text[],
            ${amounts.map(({ minor }) => minor)}::int8[]))
        order by effective_at desc, id desc limit ${limit})
      union all
      (select ${columns} from (select ${columns} from money_event where merchant_id = ${merchantId}
          order by effective_at desc, id desc limit ${LATEST}) latest
        where position(lower(${text}) in lower(counterparty)) > 0 order by effective_at desc, id desc limit ${limit})
      ${byBookNumber(merchantId, text, columns)}) found
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ recordId, reference, kind, counterparty, currency, minor, at }) => ({
    kind: "money",
    title: counterparty || MONEY_KINDS[kind].label,
    detail: `${MONEY_KINDS[kind].label} ${toShanghaiDay(at)}`,
    amount: signedAmount(kind, moneyOf(currency, minor)),
    path: moneyRecordAddress({ kind, recordId, reference }),
  }));
}
