import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { CouponKey } from "./coupons-store.ts";

/** Only what it still has to give; whoever changes what is set aside of a coupon holds its row first. */
export async function lockUnused(
  tx: Tx,
  { merchantId, id }: CouponKey,
): Promise<{ leftMinor: bigint | null; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ leftMinor: bigint | null; expiresAt: Date }>`
    select left_minor as "leftMinor", expires_at as "expiresAt" from coupon
    where merchant_id = ${merchantId} and id = ${id} and state = 'unused' for update`.execute(tx);
  return rows[0];
}

/** Older promises let go what no longer fits beside the new one, the oldest first; those that ended go anyway. */
export async function makeRoom(tx: Tx, { merchantId, id }: CouponKey, room: bigint, now: Date): Promise<void> {
  await sql`
    delete from coupon_hold h using (
      select quote_id, until,
        coalesce(sum(covered_minor) filter (where until > ${now}) over (order by held_at desc, quote_id desc), 0) as reach
      from coupon_hold where merchant_id = ${merchantId} and coupon_id = ${id}) o
    where h.merchant_id = ${merchantId} and h.coupon_id = ${id} and h.quote_id = o.quote_id
      and (o.until <= ${now} or h.covered_minor is null or o.reach > ${room})`.execute(tx);
}

type NewHold = { quoteId: string; coveredMinor: bigint | null; at: Date; until: Date };
export async function insertHold(
  tx: Tx,
  { merchantId, id }: CouponKey,
  { quoteId, coveredMinor, at, until }: NewHold,
): Promise<void> {
  await sql`
    insert into coupon_hold (merchant_id, coupon_id, quote_id, covered_minor, held_at, until)
    values (${merchantId}, ${id}, ${quoteId}, ${coveredMinor}, ${at}, ${until})`.execute(tx);
}

/** False where another promise has taken it over. */
export async function takeHold(tx: Tx, { merchantId, id }: CouponKey, quoteId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from coupon_hold where merchant_id = ${merchantId} and coupon_id = ${id} and quote_id = ${quoteId}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** What open promises have set aside: all of it, or this much. */
export async function heldOf(
  tx: Tx,
  { merchantId, id }: CouponKey,
  now: Date,
): Promise<{ whole: boolean; minor: bigint }> {
  const { rows } = await sql<{ whole: boolean; minor: bigint }>`
    select coalesce(bool_or(covered_minor is null), false) as whole, coalesce(sum(covered_minor), 0)::bigint as minor
    from coupon_hold where merchant_id = ${merchantId} and coupon_id = ${id} and until > ${now}`.execute(tx);
  return rows[0]!;
}
