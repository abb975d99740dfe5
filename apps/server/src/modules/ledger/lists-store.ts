import type {
  ledgerAccountList,
  ledgerAdjustmentList,
  ledgerAlarmList,
  ledgerEntryList,
  walletEntryList,
} from "@coralhub/contract";
import { POSTING_REASONS } from "@coralhub/domain";
import { sql } from "kysely";
import type { ListSource, Sql } from "../../platform/list-query.ts";

type Row<L extends { row: unknown }> = L["row"];

export const accountSource: ListSource<Row<typeof ledgerAccountList>> = {
  from: sql`ledger_account a`,
  owner: sql`a.merchant_id`,
  id: sql`a.merchant_id::text || ' ' || a.code`,
  columns: {
    merchantId: sql`a.merchant_id`,
    code: sql`a.code`,
    kind: sql`a.kind`,
    currency: sql`a.currency`,
    balance: { minor: sql`a.balance`, currency: sql`a.currency` },
    latestAt: sql`a.latest_at`,
    openedAt: sql`a.opened_at`,
  },
};

/** A part of the entry's amount, where there is one. */
const part = (minor: Sql) => ({
  minor,
  currency: sql`case when ${minor} is not null then e.currency end`,
});

/** One account's entries. Their times differ, so the time alone names an entry. */
export const entrySource = (account: string): ListSource<Row<typeof ledgerEntryList>> => ({
  from: sql`ledger_entry e join ledger_posting p on p.merchant_id = e.merchant_id and p.id = e.posting_id`,
  owner: sql`e.merchant_id`,
  id: sql`e.posted_at`,
  where: sql`e.code = ${account}`,
  columns: {
    postedAt: sql`e.posted_at`,
    postingId: sql`e.posting_id`,
    line: sql`e.line`,
    reason: sql`p.reason`,
    reference: sql`p.reference`,
    other: sql`e.other_code`,
    amount: { minor: sql`e.amount`, currency: sql`e.currency` },
    also: sql`e.also_code`,
    alsoAmount: part(sql`e.also_amount`),
    balance: { minor: sql`e.balance`, currency: sql`e.currency` },
  },
});

/** The reason in words, so that a merchant's file reads like the page. */
const reasonWords = sql`case p.reason ${sql.join(
  Object.entries(POSTING_REASONS).map(([reason, words]) => sql`when ${reason} then ${words}`),
  sql` `,
)} else p.reason end`;

/** The same entries as their owner sees them. */
export function walletSource(account: string): ListSource<Row<typeof walletEntryList>> {
  const { other: _house, also: _fees, alsoAmount: _, ...columns } = entrySource(account).columns;
  return { ...entrySource(account), columns: { ...columns, what: reasonWords, fee: part(sql`e.fee`) } };
}

export const adjustmentSource: ListSource<Row<typeof ledgerAdjustmentList>> = {
  from: sql`ledger_adjustment j`,
  owner: sql`j.merchant_id`,
  id: sql`j.id`,
  columns: {
    id: sql`j.id`,
    merchantId: sql`j.merchant_id`,
    from: sql`j.from_code`,
    to: sql`j.to_code`,
    amount: { minor: sql`j.amount`, currency: sql`j.currency` },
    corrects: sql`j.corrects`,
    bankReference: sql`j.bank_reference`,
    memo: sql`j.memo`,
    state: sql`j.state`,
    madeBy: sql`j.made_by`,
    madeAt: sql`j.made_at`,
    decidedBy: sql`j.decided_by`,
    decidedAt: sql`j.decided_at`,
    note: sql`j.note`,
    postingId: sql`j.posting_id`,
  },
};

export const alarmSource: ListSource<Row<typeof ledgerAlarmList>> = {
  from: sql`ledger_alarm l`,
  owner: sql`l.id`,
  id: sql`l.id`,
  columns: {
    id: sql`l.id`,
    rule: sql`l.rule`,
    subject: sql`l.subject`,
    detail: sql`l.detail::text`,
    raisedAt: sql`l.raised_at`,
    lastSeenAt: sql`l.last_seen_at`,
    state: sql`case when l.cleared_at is null then 'open' else 'cleared' end`,
    clearedAt: sql`l.cleared_at`,
    note: sql`l.note`,
  },
};
