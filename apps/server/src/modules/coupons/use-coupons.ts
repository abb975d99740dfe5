import { Refusal } from "@coralhub/contract";
import {
  addMoney,
  COUPON_BUSINESSES,
  COUPON_RETURN_DAYS,
  couponLifecycle,
  couponUseLifecycle,
  feeCoupon,
  toShanghaiDay,
  type CouponBusiness,
  type CouponSaving,
  type Currency,
  type FeeBusiness,
  type FeeCoupon,
  type Money,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import {
  addQuota,
  findCoupon,
  insertUse,
  isStillReserved,
  listUsable,
  listUses,
  listUsing,
  takeQuota,
  type CouponAsker,
  type CouponPayment,
  type CouponKey,
} from "./coupons-store.ts";
import type { CouponsDeps } from "./deps.ts";
import { heldOf, insertHold, lockUnused, makeRoom, takeHold } from "./holds-store.ts";

/** More than anybody has: what saves most may be what ends last. */
const MOST_OFFERED = 1_000;
const DAY_MS = 86_400_000;
const isForCoupons = (business: FeeBusiness): business is CouponBusiness =>
  (COUPON_BUSINESSES as readonly FeeBusiness[]).includes(business);

/** What could be used for a payment, as its price is computed with. */
export async function offersFor(
  deps: CouponsDeps,
  merchantId: string,
  { business, amount, asker }: { business: FeeBusiness; amount: Money; asker: CouponAsker },
): Promise<FeeCoupon[]> {
  if (!isForCoupons(business)) return [];
  const now = deps.clock.now();
  const usable = await listUsable(deps.database.db, merchantId, { business, amount, asker, now }, MOST_OFFERED);
  return usable.map(({ leftMinor, heldMinor, ...coupon }) =>
    feeCoupon(coupon.id, coupon.name, coupon, leftMinor === null ? null : leftMinor - heldMinor),
  );
}

/** One that could be used in a sheet of payments, with what a row has to be for it. */
export type Usable = { coupon: FeeCoupon; currency: Currency | null; minimumMinor: bigint | null };
/** The same for payments whose amounts differ. */
export async function usableFor(deps: CouponsDeps, merchantId: string, business: FeeBusiness): Promise<Usable[]> {
  if (!isForCoupons(business)) return [];
  const asked = { business, amount: null, asker: "person", now: deps.clock.now() } as const;
  return (await listUsable(deps.database.db, merchantId, asked, MOST_OFFERED)).map((coupon) => ({
    coupon: feeCoupon(coupon.id, coupon.name, coupon, coupon.leftMinor),
    currency: coupon.currency,
    minimumMinor: coupon.minimumMinor,
  }));
}

/** What several payments take of the same coupons, each of them once: as one promise sets them aside. */
export function together(savings: readonly CouponSaving[]): CouponSaving[] {
  const sums = new Map<string, CouponSaving>();
  for (const one of savings) {
    const so = sums.get(one.id);
    const covered = so?.covered && one.covered ? addMoney(so.covered, one.covered) : one.covered;
    sums.set(one.id, so ? { ...so, saved: addMoney(so.saved, one.saved), covered } : one);
  }
  return [...sums.values()];
}

/** What taking and giving back needs; prices and issuing need more. */
type UseDeps = Pick<CouponsDeps, "clock" | "ids" | "lifecycles">;
type Promised = { quoteId: string; until: Date; asker: CouponAsker };
type Use = {
  business: FeeBusiness;
  usedFor: string;
  /** The promise that names them; none where the house has priced it just now. */
  quoteId: string | null;
};
/** In one order, so that two payments cannot wait for each other. */
const inOrder = (savings: readonly CouponSaving[]) => savings.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/**
 * With the promise of a price, for as long as it is good; what stood in an older one of the merchant's is taken over, by a
 * person. What the house does by itself is priced anew where somebody has asked for a price since it looked.
 */
export async function holdCoupons(
  deps: Pick<UseDeps, "clock">,
  tx: Tx,
  merchantId: string,
  savings: readonly CouponSaving[],
  { quoteId, until, asker }: Promised,
): Promise<void> {
  const at = deps.clock.now();
  for (const { id, covered } of inOrder(savings)) {
    const key = { merchantId, id };
    const coupon = await lockUnused(tx, key);
    const room = (coupon?.leftMinor ?? 0n) - (covered?.minor ?? 0n);
    if (!coupon || coupon.expiresAt <= at || room < 0n) throw new Refusal("coupon.gone");
    const held = await heldOf(tx, key, at);
    if (asker === "house" && (held.whole || held.minor > room)) throw new Refusal("coupon.gone");
    await makeRoom(tx, key, room, at);
    await insertHold(tx, key, { quoteId, coveredMinor: covered?.minor ?? null, at, until });
  }
}

/** What is left of it, nothing where it was a whole one; undefined where it went meanwhile. */
async function takeOne(
  tx: Tx,
  key: CouponKey,
  { covered, quoteId, at }: { covered: Money | null; quoteId: string | null; at: Date },
): Promise<bigint | undefined> {
  const coupon = await lockUnused(tx, key);
  if (!coupon) return undefined;
  if (quoteId === null) {
    const held = await heldOf(tx, key, at);
    const free = (coupon.leftMinor ?? 0n) - held.minor;
    if (held.whole || coupon.expiresAt <= at || free < (covered?.minor ?? 0n)) return undefined;
    // Its end may have come since: what was promised is kept.
  } else if (!(await takeHold(tx, key, quoteId))) return undefined;
  return covered ? takeQuota(tx, key, covered.minor) : 0n;
}

/** In the transaction that takes the promise; one that went meanwhile makes the promise void. */
export async function reserveCoupons(
  deps: UseDeps,
  tx: Tx,
  merchantId: string,
  savings: readonly CouponSaving[],
  { business, usedFor, quoteId }: Use,
): Promise<void> {
  const at = deps.clock.now();
  for (const { id: couponId, saved, covered } of inOrder(savings)) {
    const key = { merchantId, id: couponId };
    const left = await takeOne(tx, key, { covered, quoteId, at });
    if (left === undefined) throw new Refusal("coupon.gone");
    if (left === 0n) await deps.lifecycles.advance(tx, couponLifecycle, key, "reserve", { at, by: SYSTEM });
    const use = { couponId, usedFor, business: business as CouponBusiness, saved, covered, at };
    await insertUse(tx, { merchantId, id: deps.ids.next(), ...use });
  }
}

/** The same for a sheet: what was set aside together is reserved for each row by itself. */
export async function reserveForMany(
  deps: UseDeps,
  tx: Tx,
  merchantId: string,
  uses: readonly { usedFor: string; savings: readonly CouponSaving[] }[],
  { business, quoteId }: Pick<Use, "business" | "quoteId">,
): Promise<void> {
  const at = deps.clock.now();
  for (const { id: couponId, covered } of inOrder(together(uses.flatMap(({ savings }) => savings)))) {
    const key = { merchantId, id: couponId };
    const left = await takeOne(tx, key, { covered, quoteId, at });
    if (left === undefined) throw new Refusal("coupon.gone");
    if (left === 0n) await deps.lifecycles.advance(tx, couponLifecycle, key, "reserve", { at, by: SYSTEM });
    for (const { usedFor, savings } of uses) {
      const one = savings.find(({ id }) => id === couponId);
      if (!one) continue;
      const use = {
        couponId,
        usedFor,
        business: business as CouponBusiness,
        saved: one.saved,
        covered: one.covered,
        at,
      };
      await insertUse(tx, { merchantId, id: deps.ids.next(), ...use });
    }
  }
}

/** The payment is done. */
export async function settleCoupons(deps: UseDeps, tx: Tx, merchantId: string, usedFor: string): Promise<void> {
  const at = deps.clock.now();
  for (const { id, couponId } of await listUses(tx, merchantId, [usedFor])) {
    await deps.lifecycles.tryAdvance(tx, couponUseLifecycle, { merchantId, id }, "settle", { at, by: SYSTEM });
    const coupon = { merchantId, id: couponId };
    if (!(await isStillReserved(tx, coupon)))
      await deps.lifecycles.tryAdvance(tx, couponLifecycle, coupon, "use", { at, by: SYSTEM });
  }
}

/** The same for payments of any merchants, most of which use none. */
export async function settleManyCoupons(deps: UseDeps, tx: Tx, payments: readonly CouponPayment[]): Promise<void> {
  if (payments.length === 0) return;
  for (const { merchantId, usedFor } of await listUsing(tx, payments)) {
    await settleCoupons(deps, tx, merchantId, usedFor);
  }
}

/** The payment failed, was cancelled or came back: so do its coupons, with a few days to use them. */
export async function giveCouponsBack(deps: UseDeps, tx: Tx, merchantId: string, ...usedFor: string[]): Promise<void> {
  const at = deps.clock.now();
  for (const { id, couponId, coveredMinor } of await listUses(tx, merchantId, usedFor)) {
    await deps.lifecycles.advance(tx, couponUseLifecycle, { merchantId, id }, "giveBack", { at, by: SYSTEM });
    const key = { merchantId, id: couponId };
    const least = new Date(at.getTime() + COUPON_RETURN_DAYS * DAY_MS);
    if (coveredMinor !== null) await addQuota(tx, key, { minor: coveredMinor, at, least });
    const coupon = (await findCoupon(tx, key))!;
    const expiresAt = coupon.expiresAt > least ? coupon.expiresAt : least;
    const data = { name: coupon.name, day: toShanghaiDay(expiresAt) };
    await deps.lifecycles.tryAdvance(tx, couponLifecycle, key, "giveBack", {
      at,
      by: SYSTEM,
      set: { expiresAt },
      message: { event: "coupon.returned", data },
    });
  }
}
