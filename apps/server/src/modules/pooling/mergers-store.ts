import type { fundsMergerList } from "@coralhub/contract";
import { fundsMergerLifecycle, moneyOf, type Currency, type FundsMergerState, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type MergerKey = { merchantId: string; id: string };
export type MergerLine = { accountId: string; cardNo: string | null; before: Money; amount: Money };
export type Merger = {
  id: string;
  currency: Currency;
  state: FundsMergerState;
  total: Money;
  target: { accountId: string; cardNo: string | null; before: Money };
  lines: MergerLine[];
  createdAt: Date;
  expiresAt: Date;
  mergedAt: Date | null;
};

/** Previews nobody confirmed in time. */
export async function listStalePreviews(db: Db, merchantId: string, now: Date): Promise<MergerKey[]> {
  const { rows } = await sql<MergerKey>`
    select merchant_id as "merchantId", id from funds_merger
    where merchant_id = ${merchantId} and state = any(${fundsMergerLifecycle.groups.open}) and expires_at < ${now}`.execute(
    db,
  );
  return rows;
}

export async function insertMerger(tx: Tx, merchantId: string, merger: Merger): Promise<void> {
  const { id, currency, target, total, lines } = merger;
  await sql`
    insert into funds_merger (merchant_id, id, currency, target_id, total_minor, state, target_before_minor, created_at, expires_at)
    values (${merchantId}, ${id}, ${currency}, ${target.accountId}, ${total.minor}, ${merger.state}, ${target.before.minor},
      ${merger.createdAt}, ${merger.expiresAt})`.execute(tx);
  await sql`
    insert into funds_merger_line (merchant_id, merger_id, line, account_id, amount_minor, before_minor)
    select ${merchantId}::uuid, ${id}::uuid, l.line, l.account_id, l.amount, l.before
    from unnest(${lines.map(({ accountId }) => accountId)}::uuid[], ${lines.map(({ amount }) => amount.minor)}::int8[],
      ${lines.map(({ before }) => before.minor)}::int8[]) with ordinality as l (account_id, amount, before, line)`.execute(
    tx,
  );
}

type Row = {
  id: string;
  currency: Currency;
  state: FundsMergerState;
  total: bigint;
  targetId: string;
  targetCardNo: string | null;
  targetBefore: bigint;
  createdAt: Date;
  expiresAt: Date;
  mergedAt: Date | null;
};
type LineRow = { accountId: string; cardNo: string | null; amount: bigint; before: bigint };

/** With `lock`, nobody else confirms it meanwhile. */
export async function findMerger(
  db: Db | Tx,
  { merchantId, id }: MergerKey,
  { lock = false } = {},
): Promise<Merger | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.currency, m.state, m.total_minor as total, m.target_id as "targetId", a.account_number as "targetCardNo",
      m.target_before_minor as "targetBefore", m.created_at as "createdAt", m.expires_at as "expiresAt", m.merged_at as "mergedAt"
    from funds_merger m join receiving_account_brief a on a.merchant_id = m.merchant_id and a.id = m.target_id
    where m.merchant_id = ${merchantId} and m.id = ${id} ${lock ? sql`for update of m` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { rows: lines } = await sql<LineRow>`
    select l.account_id as "accountId", a.account_number as "cardNo", l.amount_minor as amount, l.before_minor as before
    from funds_merger_line l join receiving_account_brief a on a.merchant_id = l.merchant_id and a.id = l.account_id
    where l.merchant_id = ${merchantId} and l.merger_id = ${id} order by l.line`.execute(db);
  const { currency } = row;
  return {
    ...row,
    total: moneyOf(currency, row.total),
    target: { accountId: row.targetId, cardNo: row.targetCardNo, before: moneyOf(currency, row.targetBefore) },
    lines: lines.map((line) => ({
      ...line,
      amount: moneyOf(currency, line.amount),
      before: moneyOf(currency, line.before),
    })),
  };
}

/** What each account held just before it gave. */
export async function saveBefores(
  tx: Tx,
  { merchantId, id }: MergerKey,
  befores: ReadonlyMap<string, bigint>,
): Promise<void> {
  await sql`
    update funds_merger_line l set before_minor = b.before
    from unnest(${[...befores.keys()]}::uuid[], ${[...befores.values()]}::int8[]) as b (account_id, before)
    where l.merchant_id = ${merchantId} and l.merger_id = ${id} and l.account_id = b.account_id`.execute(tx);
}

export const mergerSource: ListSource<(typeof fundsMergerList)["row"]> = {
  from: sql`funds_merger m join receiving_account_brief a on a.merchant_id = m.merchant_id and a.id = m.target_id`,
  owner: sql`m.merchant_id`,
  id: sql`m.id`,
  where: sql`m.state = 'merged'`,
  columns: {
    id: sql`m.id`,
    mergedAt: sql`m.merged_at`,
    currency: sql`m.currency`,
    total: { minor: sql`m.total_minor`, currency: sql`m.currency` },
    accounts: sql`(select count(*) from funds_merger_line l where l.merchant_id = m.merchant_id and l.merger_id = m.id)`,
    targetId: sql`m.target_id`,
    targetCardNo: sql`a.account_number`,
    state: sql`m.state`,
  },
};
