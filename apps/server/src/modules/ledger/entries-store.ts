import {
  moneyOf,
  type AccountCode,
  type AccountKind,
  type Currency,
  type Money,
  type PostingReason,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** An account's side of a row of the books. `micros` is its exact time and its place among the account's entries. */
export type Entry = {
  micros: bigint;
  postedAt: Date;
  postingId: string;
  line: number;
  amount: Money;
  balance: Money;
  other: AccountCode;
  /** The part of the amount that was charged. */
  fee: Money | null;
  reason: PostingReason;
  reference: string | null;
};

export type AccountBalance = {
  code: AccountCode;
  kind: AccountKind;
  owner: string | null;
  balance: Money;
};

type BalanceRow = { code: AccountCode; kind: AccountKind; owner: string | null; currency: Currency; balance: bigint };

/** What the merchant's accounts hold now; with `kinds`, of those kinds only. */
export async function readBalances(
  db: Db,
  merchantId: string,
  kinds?: readonly AccountKind[],
): Promise<AccountBalance[]> {
  const { rows } = await sql<BalanceRow>`
    select code, kind, owner, currency, balance from ledger_account
    where merchant_id = ${merchantId} ${kinds ? sql`and kind = any(${kinds})` : sql``}
    order by code`.execute(db);
  return rows.map(balanceOf);
}
const balanceOf = ({ code, kind, owner, currency, balance }: BalanceRow): AccountBalance => ({
  code,
  kind,
  owner,
  balance: moneyOf(currency, balance),
});

/** The same for several who ask at the same moment, each for kinds of its own, with one look. */
export type BalanceRequest = { merchantId: string; kinds: readonly AccountKind[] };
export async function readManyBalances(db: Db, requests: readonly BalanceRequest[]): Promise<AccountBalance[][]> {
  const merchantIds = [...new Set(requests.map(({ merchantId }) => merchantId))];
  const all = [...new Set(requests.flatMap(({ kinds }) => kinds))];
  const { rows } = await sql<BalanceRow & { merchantId: string }>`
    select merchant_id as "merchantId", code, kind, owner, currency, balance from ledger_account
    where merchant_id = any(${merchantIds}::uuid[]) and kind = any(${all})
    order by code`.execute(db);
  const byMerchant = Map.groupBy(rows, ({ merchantId }) => merchantId);
  return requests.map(({ merchantId, kinds }) =>
    (byMerchant.get(merchantId) ?? []).filter(({ kind }) => kinds.includes(kind)).map(balanceOf),
  );
}

/** What lies with merchants whose account with us is closed, by currency: the next so many of them behind `after`. */
export async function listClosedWithMoney(
  db: Db,
  kinds: readonly AccountKind[],
  after: string | null,
  limit: number,
): Promise<{ merchantId: string; balance: Money }[]> {
  const { rows } = await sql<{ merchantId: string; currency: Currency; minor: bigint }>`
    select a.merchant_id as "merchantId", a.currency, sum(a.balance)::bigint as minor
    from ledger_account a
    where a.kind = any(${kinds}) and a.balance > 0 and a.merchant_id in (
      select m.merchant_id from merchant_closed m
      where (${after}::uuid is null or m.merchant_id > ${after}::uuid) and exists (
        select 1 from ledger_account l where l.merchant_id = m.merchant_id and l.kind = any(${kinds}) and l.balance > 0)
      order by m.merchant_id limit ${limit})
    group by a.merchant_id, a.currency order by a.merchant_id, a.currency`.execute(db);
  return rows.map(({ merchantId, currency, minor }) => ({ merchantId, balance: moneyOf(currency, minor) }));
}

export type Owing = { merchantId: string; owed: Money; since: Date };
/** Merchants that owe on an account of the house, the latest change first. */
export async function listOwing(db: Db, kind: "house.quota_debt", limit: number): Promise<Owing[]> {
  const { rows } = await sql<{ merchantId: string; currency: Currency; balance: bigint; since: Date }>`
    select merchant_id as "merchantId", currency, balance, latest_at as since from ledger_account
    where kind = ${sql.lit(kind)} and balance < 0 order by latest_at desc, merchant_id limit ${limit}`.execute(db);
  return rows.map(({ merchantId, currency, balance, since }) => ({
    merchantId,
    owed: moneyOf(currency, -balance),
    since,
  }));
}

export async function readBalance<C extends Currency>(
  db: Db,
  merchantId: string,
  code: AccountCode<C>,
): Promise<Money<C>> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_account where merchant_id = ${merchantId} and code = ${code}`.execute(db);
  return moneyOf(currencyOf(code), rows[0]?.balance ?? 0n);
}

/** What the account held at the end of this moment. A look-up in each of three indexes, however long the history. */
export async function readBalanceAt<C extends Currency>(
  db: Db,
  merchantId: string,
  code: AccountCode<C>,
  at: Date,
): Promise<Money<C>> {
  return moneyOf(currencyOf(code), await lastBalance(db, merchantId, code, sql`<= ${at}`));
}

async function lastBalance(
  db: Db,
  merchantId: string,
  code: AccountCode,
  bound: ReturnType<typeof sql>,
): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_entry
     where merchant_id = ${merchantId} and code = ${code} and posted_at ${bound}
     order by posted_at desc limit 1`.execute(db);
  return rows[0]?.balance ?? 0n;
}

export type StatementRequest = {
  merchantId: string;
  code: AccountCode;
  /** Half-open: from this moment, until just before that one. */
  from: Date;
  until: Date;
  /** Continue after this entry. */
  after?: bigint;
  limit?: number;
};
export type Statement = {
  opening: Money;
  closing: Money;
  entries: Entry[];
  /** Where the next page begins; absent on the last one. */
  next?: bigint;
};

/** The account's entries of a period, oldest first, with the balances before and after it. */
export async function readStatement(db: Db, request: StatementRequest): Promise<Statement> {
  const { merchantId, code, from, until, after, limit = 100 } = request;
  const currency = currencyOf(code);
  const [opening, closing, rows] = await Promise.all([
    lastBalance(db, merchantId, code, sql`< ${from}`),
    lastBalance(db, merchantId, code, sql`< ${until}`),
    readEntryRows(db, request, limit + 1, after),
  ]);
  const entries = rows.slice(0, limit).map((row) => toEntry(row, currency));
  return {
    opening: moneyOf(currency, opening),
    closing: moneyOf(currency, closing),
    entries,
    ...(rows.length > limit ? { next: entries.at(-1)!.micros } : {}),
  };
}

const ENTRIES_AT_ONCE = 500;
/** What was booked on an account since a look, oldest first, some at a time. */
export async function* readEntriesSince(
  db: Db,
  { merchantId, code }: { merchantId: string; code: AccountCode },
  seenMicros: bigint,
): AsyncGenerator<Entry> {
  const currency = currencyOf(code);
  for (let after = seenMicros, more = true; more;) {
    const rows = await readEntryRows(db, { merchantId, code }, ENTRIES_AT_ONCE, after);
    for (const row of rows) yield toEntry(row, currency);
    after = rows.at(-1)?.micros ?? after;
    more = rows.length === ENTRIES_AT_ONCE;
  }
}

export type Turnover = { credits: Money; debits: Money; entries: number };

/** What came and what went in a period; both sums read only the period's entries. */
export async function readTurnover(
  db: Db,
  { merchantId, code, from, until }: Pick<StatementRequest, "merchantId" | "code" | "from" | "until">,
): Promise<Turnover> {
  const { rows } = await sql<{ credits: bigint; debits: bigint; entries: number }>`
    select coalesce(sum(amount) filter (where amount > 0), 0)::int8 as credits,
           coalesce(-sum(amount) filter (where amount < 0), 0)::int8 as debits, count(*)::int as entries
      from ledger_entry
     where merchant_id = ${merchantId} and code = ${code} and posted_at >= ${from} and posted_at < ${until}`.execute(
    db,
  );
  const currency = currencyOf(code);
  const { credits, debits, entries } = rows[0]!;
  return { credits: moneyOf(currency, credits), debits: moneyOf(currency, debits), entries };
}

type EntryRow = {
  micros: bigint;
  posted_at: Date;
  posting_id: string;
  line: number;
  amount: bigint;
  balance: bigint;
  other_code: AccountCode;
  fee: bigint | null;
  reason: PostingReason;
  reference: string | null;
};

async function readEntryRows(
  db: Db,
  { merchantId, code, from, until }: Pick<StatementRequest, "merchantId" | "code"> & { from?: Date; until?: Date },
  limit: number,
  after?: bigint,
): Promise<EntryRow[]> {
  const begin =
    after === undefined
      ? sql`posted_at >= ${from}`
      : sql`posted_at > timestamptz 'epoch' + ${after}::int8 * interval '1 microsecond'`;
  const end = until === undefined ? sql`` : sql`and posted_at < ${until}`;
  const { rows } = await sql<EntryRow>`
    select (extract(epoch from e.posted_at) * 1000000)::int8 as micros, e.posted_at, e.posting_id, e.line, e.amount,
           e.balance, e.other_code, e.fee, p.reason, p.reference
      from (select * from ledger_entry
             where merchant_id = ${merchantId} and code = ${code} and ${begin} ${end}
             order by posted_at limit ${limit}) e
      join ledger_posting p on p.merchant_id = ${merchantId} and p.id = e.posting_id
     order by e.posted_at`.execute(db);
  return rows;
}

const toEntry = (row: EntryRow, currency: Currency): Entry => ({
  micros: row.micros,
  postedAt: row.posted_at,
  postingId: row.posting_id,
  line: row.line,
  amount: moneyOf(currency, row.amount),
  balance: moneyOf(currency, row.balance),
  other: row.other_code,
  fee: row.fee === null ? null : moneyOf(currency, row.fee),
  reason: row.reason,
  reference: row.reference,
});

const currencyOf = <C extends Currency>(code: AccountCode<C>): C => code.split(":")[1] as C;
