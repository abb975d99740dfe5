import {
  OWN_LIMITS,
  OWN_WAYS,
  PAYOUT_WAY_KEYS,
  type PayoutLimits,
  type PayoutWayKey,
  type WaysTerms,
  type WayTerms,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export const LIMITS = "limits";
export const wayOf = (way: PayoutWayKey) => `way:${way}` as const;
export type TermsSubject = typeof LIMITS | ReturnType<typeof wayOf>;
export type PayoutTerms = { limits: PayoutLimits; ways: WaysTerms; setAt: ReadonlyMap<string, Date> };

/** What counts at this moment: as two operators have set it, and the product's own for the rest. */
export async function readTerms(db: Db): Promise<PayoutTerms> {
  const { rows } = await sql<{ subject: string; content: unknown; madeAt: Date }>`
    select subject, content, made_at as "madeAt" from payout_terms_now`.execute(db);
  const set = new Map(rows.map((row) => [row.subject, row]));
  const ways = PAYOUT_WAY_KEYS.map((key): [PayoutWayKey, WayTerms] => [
    key,
    (set.get(wayOf(key))?.content as WayTerms | undefined) ?? OWN_WAYS[key],
  ]);
  return {
    limits: { ...OWN_LIMITS, ...(set.get(LIMITS)?.content as Partial<PayoutLimits> | undefined) },
    ways: Object.fromEntries(ways) as WaysTerms,
    setAt: new Map(rows.map(({ subject, madeAt }) => [subject, madeAt])),
  };
}

export type NewTerms = {
  id: string;
  subject: TermsSubject;
  content: PayoutLimits | WayTerms;
  madeBy: string;
  madeAt: Date;
};
export async function insertTerms(tx: Tx, { id, subject, content, madeBy, madeAt }: NewTerms): Promise<void> {
  await sql`
    insert into payout_terms (id, subject, content, made_by, made_at)
    values (${id}, ${subject}, ${JSON.stringify(content)}::jsonb, ${madeBy}, ${madeAt})`.execute(tx);
}
