import { FEE_BUSINESS_NAMES, type Currency, type FeeBusiness, type FeeRule, type FeeTerms } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { sqlWords } from "../../platform/sql-words.ts";

export type SetFeeRule = FeeRule & { id: string; effectiveFrom: Date; madeBy: string; madeAt: Date };

type RuleRow = {
  id: string;
  business: FeeBusiness;
  currency: Currency | "*";
  corridor: string;
  terms: FeeTerms;
  effective_from: Date;
  made_by: string;
  made_at: Date;
};

/** The rules operators have set that are in force: for each business, currency and corridor the newest. One for a business that is charged no more counts no more. */
export async function readFeeRules(db: Db, now: Date, business?: FeeBusiness): Promise<SetFeeRule[]> {
  const { rows } = await sql<RuleRow>`
    select distinct on (business, currency, corridor)
           id, business, currency, corridor, terms, effective_from, made_by, made_at
      from fee_rule
     where effective_from <= ${now} and business in (${sqlWords(business ? [business] : FEE_BUSINESS_NAMES)})
     order by business, currency, corridor, effective_from desc, id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    business: row.business,
    currency: row.currency,
    corridor: row.corridor,
    terms: row.terms,
    effectiveFrom: row.effective_from,
    madeBy: row.made_by,
    madeAt: row.made_at,
  }));
}

export async function insertFeeRule(tx: Tx, rule: SetFeeRule): Promise<void> {
  await sql`
    insert into fee_rule (id, business, currency, corridor, terms, effective_from, made_by, made_at)
    values (${rule.id}, ${rule.business}, ${rule.currency}, ${rule.corridor}, ${JSON.stringify(rule.terms)}::jsonb,
            ${rule.effectiveFrom}, ${rule.madeBy}, ${rule.madeAt})`.execute(tx);
}

export type StoredQuote = {
  merchantId: string;
  id: string;
  kind: "exchange" | "fee";
  content: unknown;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertQuote(db: Db, quote: StoredQuote): Promise<void> {
  await sql`
    insert into price_quote (merchant_id, id, kind, content, created_at, expires_at)
    values (${quote.merchantId}, ${quote.id}, ${quote.kind}, ${JSON.stringify(quote.content)}::jsonb,
            ${quote.createdAt}, ${quote.expiresAt})`.execute(db);
}

/** Marks the quote as used, if it still can be. */
export async function markQuoteUsed(
  tx: Tx,
  merchantId: string,
  id: string,
  now: Date,
  usedFor: string,
): Promise<StoredQuote | undefined> {
  const { rows } = await sql<StoredQuote>`
    update price_quote set used_at = ${now}, used_for = ${usedFor}
     where merchant_id = ${merchantId} and id = ${id} and used_at is null and expires_at > ${now}
    returning merchant_id as "merchantId", id, kind, content, created_at as "createdAt", expires_at as "expiresAt"`.execute(
    tx,
  );
  return rows[0];
}

type QuoteKey = { merchantId: string; id: string };
const keysOf = (keys: readonly QuoteKey[]) =>
  sql`unnest(${keys.map(({ merchantId }) => merchantId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`;
/** Always in the same order, so that two who lock many never wait for each other. */
export async function lockQuotes(
  tx: Tx,
  keys: readonly QuoteKey[],
): Promise<(Omit<StoredQuote, "createdAt"> & { used: boolean })[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Omit<StoredQuote, "createdAt"> & { used: boolean }>`
    select merchant_id as "merchantId", id, kind, content, expires_at as "expiresAt", used_at is not null as used from price_quote q
    where (q.merchant_id, q.id) in (select * from ${keysOf(keys)})
    order by q.merchant_id, q.id for no key update`.execute(tx);
  return rows;
}

/** How many of them it were. */
export async function markQuotesUsed(
  tx: Tx,
  spent: readonly (QuoteKey & { usedFor: string })[],
  now: Date,
): Promise<number> {
  if (spent.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update price_quote q set used_at = ${now}, used_for = u.used_for
    from unnest(${spent.map(({ merchantId }) => merchantId)}::uuid[], ${spent.map(({ id }) => id)}::uuid[],
      ${spent.map(({ usedFor }) => usedFor)}::text[]) as u (merchant_id, id, used_for)
    where q.merchant_id = u.merchant_id and q.id = u.id and q.used_at is null and q.expires_at > ${now}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function quoteState(db: Db, merchantId: string, id: string): Promise<"unknown" | "used" | "open"> {
  const { rows } = await sql<{ used: boolean }>`
    select used_at is not null as used from price_quote where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] ? (rows[0].used ? "used" : "open") : "unknown";
}
