import type { PostingHead } from "@coralhub/contract";
import {
  moneyOf,
  startOfShanghaiDay,
  type AccountCode,
  type AccountKind,
  type Currency,
  type Money,
  type PostingReason,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** All accounts of one kind and currency together, over all merchants; with `kinds`, of those only. */
export async function readChart(
  db: Db,
  kinds?: readonly AccountKind[],
): Promise<{ kind: AccountKind; currency: Currency; accounts: number; balance: Money }[]> {
  const { rows } = await sql<{ kind: AccountKind; currency: Currency; accounts: bigint; balance: string }>`
    select kind, currency, count(*) as accounts, sum(balance)::text as balance
      from ledger_account ${kinds ? sql`where kind = any(${kinds})` : sql``} group by kind, currency order by kind, currency`.execute(
    db,
  );
  return rows.map((row) => ({
    kind: row.kind,
    currency: row.currency,
    accounts: Number(row.accounts),
    balance: moneyOf(row.currency, BigInt(row.balance)),
  }));
}

const HEAD = sql`p.merchant_id as "merchantId", p.id, p.key, p.reason, p.reference, p.posted_at as "postedAt", p.lines`;

/** By reference or key, over all merchants. */
export async function findPostings(db: Db, reference: string): Promise<PostingHead[]> {
  const { rows } = await sql<PostingHead>`
    (select ${HEAD} from ledger_posting p where p.reference = ${reference} order by p.posted_at desc, p.id desc limit 50)
    union
    (select ${HEAD} from ledger_posting p where p.key = ${reference})
    order by "postedAt" desc, id desc limit 50`.execute(db);
  return rows;
}

type PostingLinks = {
  resolves: string | null;
  resolvedBy: string | null;
  reverses: string | null;
  reversedBy: string | null;
  held: bigint | null;
  /** What the posting was that took its hold apart. */
  resolvedReason: PostingReason | null;
};
export type BookedPosting = PostingHead & PostingLinks;

export async function readPosting(db: Db, merchantId: string, postingId: string): Promise<BookedPosting | undefined> {
  const { rows } = await sql<BookedPosting>`
    select ${HEAD}, p.resolves, p.reverses, h.resolved_by as "resolvedBy", h.amount as held,
           (select q.reason from ledger_posting q where q.merchant_id = p.merchant_id and q.id = h.resolved_by) as "resolvedReason",
           (select r.id from ledger_posting r where r.merchant_id = p.merchant_id and r.reverses = p.id) as "reversedBy"
      from ledger_posting p
      left join ledger_hold h on h.merchant_id = p.merchant_id and h.posting_id = p.id
     where p.merchant_id = ${merchantId} and p.id = ${postingId}`.execute(db);
  return rows[0];
}

export type PostingLine = {
  line: number;
  from: AccountCode;
  to: AccountCode;
  amount: Money;
  fromBalance: Money;
  toBalance: Money;
};

export async function readPostingLines(db: Db, merchantId: string, postingId: string): Promise<PostingLine[]> {
  const { rows } = await sql<{
    line: number;
    from: AccountCode;
    to: AccountCode;
    currency: Currency;
    amount: bigint;
    fromBalance: bigint;
    toBalance: bigint;
  }>`
    select line, from_code as "from", to_code as "to", currency, amount, from_balance as "fromBalance", to_balance as "toBalance"
      from ledger_leg where merchant_id = ${merchantId} and posting_id = ${postingId} order by line`.execute(db);
  return rows.map(({ line, from, to, currency, amount, fromBalance, toBalance }) => ({
    line,
    from,
    to,
    amount: moneyOf(currency, amount),
    fromBalance: moneyOf(currency, fromBalance),
    toBalance: moneyOf(currency, toBalance),
  }));
}

export type TrialRow = {
  kind: AccountKind;
  currency: Currency;
  opening: Money;
  debits: Money;
  credits: Money;
  closing: Money;
};
type TotalRow = { kind: AccountKind; currency: Currency; debits: string; credits: string; closing: string };

const toTrialRow = ({ kind, currency, debits, credits, closing }: TotalRow): TrialRow => {
  const [out, into, end] = [BigInt(debits), BigInt(credits), BigInt(closing)];
  return {
    kind,
    currency,
    opening: moneyOf(currency, end - into + out),
    debits: moneyOf(currency, out),
    credits: moneyOf(currency, into),
    closing: moneyOf(currency, end),
  };
};

/** As it was sealed; undefined where the day is not sealed yet. */
export async function readSealedTrial(db: Db, day: string): Promise<TrialRow[] | undefined> {
  const { rows: sealed } = await sql`select 1 from ledger_day where day = ${day}::date`.execute(db);
  if (sealed.length === 0) return undefined;
  const { rows } = await sql<TotalRow>`
    select kind, currency, debits::text, credits::text, closing::text
      from ledger_day_total where day = ${day}::date order by kind, currency`.execute(db);
  return rows.map(toTrialRow);
}

/** For a day that is not sealed yet: from its entries, account by account. */
export async function readOpenTrial(db: Db, day: string): Promise<TrialRow[]> {
  const from = startOfShanghaiDay(day);
  const until = new Date(from.getTime() + 86_400_000);
  const { rows } = await sql<TotalRow>`
    select a.kind, a.currency, coalesce(sum(day.debits), 0)::text as debits, coalesce(sum(day.credits), 0)::text as credits,
           coalesce(sum(last.balance), 0)::text as closing
      from ledger_account a
      cross join lateral (
        select sum(-e.amount) filter (where e.amount < 0) as debits, sum(e.amount) filter (where e.amount > 0) as credits
          from ledger_entry e
         where e.merchant_id = a.merchant_id and e.code = a.code and e.posted_at >= ${from} and e.posted_at < ${until}) day
      left join lateral (
        select e.balance from ledger_entry e
         where e.merchant_id = a.merchant_id and e.code = a.code and e.posted_at < ${until}
         order by e.posted_at desc limit 1) last on true
     group by a.kind, a.currency order by a.kind, a.currency`.execute(db);
  return rows.map(toTrialRow);
}
