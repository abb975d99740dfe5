import { moneyOf, WORDS_AT_ONCE, type BankWord, type Currency, type Money, type PayoutState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { PayoutKey } from "../payouts-store.ts";

/** A word of the bank that moved nothing, with how the payment stood when it was said. */
type Contradiction = {
  id: string;
  said: BankWord;
  state: PayoutState;
  /** What a return brings back, where the bank names it. */
  amount: Money | null;
  reason: string | null;
  /** The return's own number. */
  reference: string | null;
  at: Date;
};

/** Words and numbers of a bank have no agreed length; what tells two of them apart stands well before these ends. */
const LONGEST_REASON = 300;
const LONGEST_REFERENCE = 100;

/** Said again while the payment stands as it did, it is the same; anything else is to be looked at anew. */
export async function keepContradiction(tx: Tx, { merchantId, id: payoutId }: PayoutKey, c: Contradiction) {
  await sql`
    insert into payout_contradiction (merchant_id, id, payout_id, said, state_then, currency, amount_minor, reason,
      reference, at)
    values (${merchantId}, ${c.id}, ${payoutId}, ${c.said}, ${c.state}, ${c.amount?.currency ?? null}::text,
      ${c.amount?.minor ?? null}::int8, left(${c.reason}::text, ${LONGEST_REASON}::int),
      left(${c.reference}::text, ${LONGEST_REFERENCE}::int), ${c.at})
    on conflict do nothing`.execute(tx);
}

type Row = Omit<Contradiction, "amount"> & { currency: Currency | null; minor: bigint | null };
/** What nobody has looked at yet, as it was said. */
export async function listUnseen(db: Db, { merchantId, id }: PayoutKey): Promise<Contradiction[]> {
  const { rows } = await sql<Row>`
    select id, said, state_then as state, currency, amount_minor as minor, reason, reference, at
      from payout_contradiction
     where merchant_id = ${merchantId} and payout_id = ${id} and seen_at is null
     order by at, id limit ${WORDS_AT_ONCE}`.execute(db);
  return rows.map(({ currency, minor, ...row }) => ({
    ...row,
    amount: currency === null || minor === null ? null : moneyOf(currency, minor),
  }));
}

type Look = { ids: readonly string[]; by: string; at: Date };
/** False where one of them has been looked at before, or is not this payment's. */
export async function markSeen(tx: Tx, { merchantId, id }: PayoutKey, { ids, by, at }: Look): Promise<boolean> {
  const wanted = new Set(ids);
  const { numAffectedRows } = await sql`
    update payout_contradiction set seen_by = ${by}, seen_at = ${at}
     where merchant_id = ${merchantId} and payout_id = ${id} and id = any(${[...wanted]}::uuid[])
       and seen_at is null`.execute(tx);
  return numAffectedRows === BigInt(wanted.size);
}
