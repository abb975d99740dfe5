import { LIMIT_WINDOW_HOURS, SENT_PAYOUTS, UNSENT_PAYOUTS, type PaidLately } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { sqlWords } from "../../platform/sql-words.ts";

/** Whoever counts a merchant's sums waits for whoever is counting; until the money is held, nobody else counts. */
export async function lockMeter(tx: Tx, merchantId: string): Promise<void> {
  await sql`insert into payout_meter (merchant_id) values (${merchantId}) on conflict do nothing`.execute(tx);
  await sql`select 1 from payout_meter where merchant_id = ${merchantId} for update`.execute(tx);
}

/** The same for many, in one order. */
export async function lockMeters(tx: Tx, merchantIds: readonly string[]): Promise<void> {
  const ids = [...new Set(merchantIds)];
  const lock = sql`select 1 from payout_meter where merchant_id = any(${ids}::uuid[]) order by merchant_id for update`;
  if ((await lock.execute(tx)).rows.length === ids.length) return;
  await sql`
    insert into payout_meter (merchant_id) select u from unnest(${ids}::uuid[]) as u order by u
    on conflict do nothing`.execute(tx);
  await lock.execute(tx);
}

const since = (now: Date): Date => new Date(now.getTime() - LIMIT_WINDOW_HOURS * 3_600_000);
/** Payments with money held that wait to be sent, however long, or were sent in the last 24 hours; not what has come back. */
const counted = (merchantId: unknown, now: Date) => sql`
  merchant_id = ${merchantId} and hold_posting_id is not null
  and (state in (${sqlWords(UNSENT_PAYOUTS)}) or (state in (${sqlWords(SENT_PAYOUTS)}) and sent_at > ${since(now)}))`;

export type CountedPayee = { id: string; numberIndex: Uint8Array };
/** By the number of the account, whichever payee it was written under; and by the payee, whichever number it had. */
export async function sumLately(
  db: Db,
  merchantId: string,
  payee: CountedPayee | null,
  now: Date,
): Promise<PaidLately> {
  const toPayee = payee
    ? sql`beneficiary_id = ${payee.id} or coalesce(payee_number_index = ${payee.numberIndex}, false)`
    : sql`false`;
  const { rows } = await sql<PaidLately>`
    select coalesce(sum(cents), 0)::int8 as "merchantCents",
           coalesce(sum(cents) filter (where to_payee), 0)::int8 as "payeeCents"
      from (select weight_cents as cents, (${toPayee}) as to_payee from payout where ${counted(merchantId, now)}
            union all
            select weight_cents, false from payout_meter_entry
             where merchant_id = ${merchantId} and at > ${since(now)}) as went`.execute(db);
  return rows[0]!;
}

/** The same for each of many payments, of any merchants, in their order. */
export async function sumLatelyFor(
  db: Db,
  wanted: readonly { merchantId: string; payee: CountedPayee }[],
  now: Date,
): Promise<PaidLately[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<PaidLately>`
    select coalesce(sum(cents), 0)::int8 as "merchantCents",
           coalesce(sum(cents) filter (where to_payee), 0)::int8 as "payeeCents"
      from unnest(${wanted.map(({ merchantId }) => merchantId)}::uuid[], ${wanted.map(({ payee }) => payee.id)}::uuid[],
             ${wanted.map(({ payee }) => payee.numberIndex)}::bytea[]) with ordinality as w (owner, payee, number, place)
      left join lateral (
        select weight_cents as cents, beneficiary_id = w.payee or coalesce(payee_number_index = w.number, false) as to_payee
          from payout where ${counted(sql.ref("w.owner"), now)}
        union all
        select weight_cents, false from payout_meter_entry where merchant_id = w.owner and at > ${since(now)}) as went on true
     group by place order by place`.execute(db);
  return rows;
}

export const numberKey = ({ numberIndex }: Pick<CountedPayee, "numberIndex">): string =>
  Buffer.from(numberIndex).toString("hex");
/** The same for many payees at once; to each account by `numberKey`. */
export async function sumLatelyMany(db: Db, merchantId: string, payees: readonly CountedPayee[], now: Date) {
  const { merchantCents } = await sumLately(db, merchantId, null, now);
  const { rows } = await sql<{ beneficiaryId: string; number: string | null; cents: bigint }>`
    select beneficiary_id as "beneficiaryId", encode(payee_number_index, 'hex') as number, sum(weight_cents)::int8 as cents
      from payout where ${counted(merchantId, now)} group by 1, 2`.execute(db);
  const keyOf = new Map(payees.map((payee) => [payee.id, numberKey(payee)]));
  const payeeCents = new Map([...keyOf.values()].map((key) => [key, 0n]));
  for (const { beneficiaryId, number, cents } of rows) {
    for (const key of new Set([keyOf.get(beneficiaryId) ?? "", number ?? ""])) {
      const sum = payeeCents.get(key);
      if (sum !== undefined) payeeCents.set(key, sum + cents);
    }
  }
  return { merchantCents, payeeCents };
}

export type MeterEntry = { merchantId: string; id: string; kind: "walletTransfer" | "escrow"; cents: bigint; at: Date };
export async function insertEntry(tx: Tx, { merchantId, id, kind, cents, at }: MeterEntry): Promise<void> {
  await sql`
    insert into payout_meter_entry (merchant_id, id, kind, weight_cents, at)
    values (${merchantId}, ${id}, ${kind}, ${cents}, ${at})`.execute(tx);
}
export async function removeEntry(tx: Tx, merchantId: string, id: string): Promise<void> {
  await sql`delete from payout_meter_entry where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
