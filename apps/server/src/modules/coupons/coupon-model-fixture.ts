import { couponLifecycle, moneyOf, type CouponState } from "@coralhub/domain";
import { expect } from "vitest";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { Desk } from "../income/income-fixture.ts";
import { insertCoupon } from "./coupons-store.ts";
import { giveCouponsBack, holdCoupons, reserveCoupons, settleCoupons } from "./use-coupons.ts";

const QUOTA = 100n;
/** Often what matters most; `quotes` and `race` are two at once. */
export const DEEDS = [
  "quote",
  "quote",
  "quotes",
  "take",
  "take",
  "lapse",
  "reserve",
  "reserve",
  "race",
  "settle",
  "giveBack",
  "giveBack",
  "expire",
] as const;
export type Step = { do: (typeof DEEDS)[number]; minor: bigint; pick: number };
type Payment = { id: string; minor: bigint; state: "reserved" | "used" | "returned" };
type Hold = { quoteId: string; minor: bigint };

/** What should be there: a coupon of `left` (one piece: all or nothing), the promises that name it, the payments that took of it. */
function createModel(whole: boolean) {
  const coupon = { state: "unused" as CouponState, left: QUOTA };
  const payments: Payment[] = [];
  const quotes: Hold[] = [];
  /** The newest last. */
  let holds: Hold[] = [];
  const held = () => holds.reduce((sum, { minor }) => sum + minor, 0n);
  const canHold = (minor: bigint) => coupon.state === "unused" && coupon.left >= minor;
  return {
    coupon,
    payments,
    quotes,
    canHold,
    held: () => holds,
    partOf: ({ minor }: Step) => (whole ? QUOTA : minor),
    /** Older promises let go what no longer fits, the oldest first. */
    hold(quoteId: string, minor: bigint): void {
      quotes.push({ quoteId, minor });
      holds.push({ quoteId, minor });
      while (held() > coupon.left) holds.shift();
    },
    letGo: (quoteId: string) => void (holds = holds.filter((one) => one.quoteId !== quoteId)),
    /** By the promise that has set it aside, or beside all promises. */
    reserve(id: string, minor: bigint, quoteId: string | null = null): boolean {
      const isHeld = holds.some((one) => one.quoteId === quoteId);
      const free = quoteId === null ? coupon.left - held() : isHeld ? coupon.left : -1n;
      if (coupon.state !== "unused" || free < minor) return false;
      if (quoteId !== null) this.letGo(quoteId);
      payments.push({ id, minor, state: "reserved" });
      coupon.left -= minor;
      if (coupon.left === 0n) coupon.state = "reserved";
      return true;
    },
    settle(payment: Payment): void {
      payment.state = "used";
      if (coupon.state === "reserved" && !payments.some(({ state }) => state === "reserved")) coupon.state = "used";
    },
    giveBack(payment: Payment): void {
      payment.state = "returned";
      coupon.left = (coupon.state === "expired" ? 0n : coupon.left) + payment.minor;
      coupon.state = "unused";
    },
  };
}
type Model = ReturnType<typeof createModel>;
type Followed = { desk: Desk; key: { merchantId: string; id: string }; whole: boolean; model: Model };

const HOUR_MS = 3_600_000;
const GONE = { reason: "coupon.gone" };
/** Whether each was taken; whatever was not is refused as gone. */
async function outcomes(tries: readonly Promise<unknown>[]): Promise<boolean[]> {
  const tried = await Promise.allSettled(tries);
  for (const one of tried) if (one.status === "rejected") expect(one.reason).toMatchObject(GONE);
  return tried.map(({ status }) => status === "fulfilled");
}
const savingOf = ({ key, whole }: Followed, minor: bigint) => {
  const covered = whole ? null : moneyOf("USD", minor);
  return { id: key.id, label: "券", saved: moneyOf("USD", 1n), covered };
};
function reserve(on: Followed, usedFor: string, minor: bigint, quoteId: string | null = null): Promise<void> {
  const { database, clock, ids, lifecycles } = on.desk.app.platform;
  const use = { business: "withdrawal", usedFor, quoteId } as const;
  return database.transaction((tx) =>
    reserveCoupons({ clock, ids, lifecycles }, tx, on.key.merchantId, [savingOf(on, minor)], use),
  );
}

/** Without a promise: once, or twice at once. */
async function priceByHouse(on: Followed, step: Step): Promise<void> {
  const { model, desk } = on;
  const minor = model.partOf(step);
  const names = Array.from({ length: step.do === "race" ? 2 : 1 }, () => desk.app.platform.ids.next());
  const took = await outcomes(names.map((name) => reserve(on, name, minor)));
  const taken = names.filter((_name, index) => took[index]);
  expect(taken.map((name) => model.reserve(name, minor))).toEqual(taken.map(() => true));
  if (taken.length < names.length) expect(model.reserve("one more", minor)).toBe(false);
}

/** One promise, or two at once of which either may come last. */
async function quote(on: Followed, step: Step): Promise<void> {
  const { model, desk, key } = on;
  // Each promise has its own second: which is the newest is no accident.
  desk.clock.advance({ seconds: 1 });
  const { database, clock, ids } = desk.app.platform;
  const minor = model.partOf(step);
  const until = new Date(clock.now().getTime() + HOUR_MS);
  const names = Array.from({ length: step.do === "quotes" ? 2 : 1 }, () => ids.next());
  const done = await outcomes(
    names.map((quoteId) =>
      database.transaction((tx) =>
        holdCoupons({ clock }, tx, key.merchantId, [savingOf(on, minor)], { quoteId, until, asker: "person" }),
      ),
    ),
  );
  expect(done).toEqual(names.map(() => model.canHold(minor)));
  if (!done[0]) return;
  const rows = await desk.database.query<{ quoteId: string }>(
    `select quote_id as "quoteId" from coupon_hold where coupon_id = $1 order by held_at, quote_id`,
    [key.id],
  );
  // Of two at once the one that gave way came first; where both are there, the table says which is the newer.
  const placeOf = (quoteId: string) => rows.findIndex((row) => row.quoteId === quoteId);
  for (const quoteId of names.toSorted((a, b) => placeOf(a) - placeOf(b))) model.hold(quoteId, minor);
}

/** The merchant takes a promise, old or new, and at the same moment the house takes what it finds. */
async function takePromise(on: Followed, { pick }: Step): Promise<void> {
  const { model, desk } = on;
  const one = model.quotes[pick % Math.max(1, model.quotes.length)];
  if (!one) return;
  const [mine, house] = [desk.app.platform.ids.next(), desk.app.platform.ids.next()];
  const took = await outcomes([reserve(on, mine, one.minor, one.quoteId), reserve(on, house, one.minor)]);
  // What is set aside is never the house's: whoever was first, both end alike.
  expect(took).toEqual([model.reserve(mine, one.minor, one.quoteId), model.reserve(house, one.minor)]);
}

async function lapse({ model, desk, key }: Followed, { pick }: Step): Promise<void> {
  const [one] = model.quotes.splice(pick % Math.max(1, model.quotes.length), 1);
  if (!one) return;
  model.letGo(one.quoteId);
  await desk.database.query("update coupon_hold set until = $3 where coupon_id = $1 and quote_id = $2", [
    key.id,
    one.quoteId,
    desk.clock.now(),
  ]);
}

async function end({ model, desk, key }: Followed, { do: what, pick }: Step): Promise<void> {
  const { database, clock, ids, lifecycles } = desk.app.platform;
  const open = model.payments.filter(({ state }) => state === "reserved" || (state === "used" && what === "giveBack"));
  const payment = open[pick % Math.max(1, open.length)];
  if (!payment) return;
  const move = what === "settle" ? settleCoupons : giveCouponsBack;
  await database.transaction((tx) => move({ clock, ids, lifecycles }, tx, key.merchantId, payment.id));
  if (what === "settle") model.settle(payment);
  else model.giveBack(payment);
}

async function expire({ model, desk, key }: Followed): Promise<void> {
  if (model.coupon.state !== "unused") return;
  const { database, clock, lifecycles } = desk.app.platform;
  await desk.database.query("update coupon set expires_at = $2 where id = $1", [key.id, clock.now()]);
  await database.transaction((tx) =>
    lifecycles.tryAdvance(tx, couponLifecycle, key, "expire", { at: clock.now(), by: SYSTEM }),
  );
  model.coupon.state = "expired";
}

const DO: Record<Step["do"], (on: Followed, step: Step) => Promise<void>> = {
  quote,
  quotes: quote,
  take: takePromise,
  lapse,
  reserve: priceByHouse,
  race: priceByHouse,
  settle: end,
  giveBack: end,
  expire,
};

async function compare({ model, desk, key, whole }: Followed): Promise<void> {
  const [row] = await desk.database.query<{ state: string; left: string | null; taken: string; held: string[] }>(
    `select state, left_minor::text as left, (select coalesce(sum(coalesce(covered_minor, $2)), 0)::text from coupon_use u
       where u.coupon_id = coupon.id and u.state <> 'returned') as taken,
       array(select h.quote_id::text from coupon_hold h where h.coupon_id = coupon.id and h.until > $3) as held
     from coupon where id = $1`,
    [key.id, String(QUOTA), desk.clock.now()],
  );
  const { state, left } = model.coupon;
  expect(row).toMatchObject({ state, left: whole ? null : String(left) });
  expect(row!.held.toSorted()).toEqual(
    model
      .held()
      .map(({ quoteId }) => quoteId)
      .toSorted(),
  );
  expect(BigInt(row!.taken) + (state === "unused" ? left : 0n)).toBeLessThanOrEqual(QUOTA);
}

type Coupon = { merchantId: string; planId: string; whole: boolean };
/** A new coupon through these steps, compared with the model after each. */
export async function follows(
  desk: Desk,
  { merchantId, planId, whole }: Coupon,
  steps: readonly Step[],
): Promise<void> {
  const key = { merchantId, id: desk.app.platform.ids.next() };
  const at = desk.clock.now();
  const expiresAt = new Date(at.getTime() + 24 * HOUR_MS);
  const leftMinor = whole ? null : QUOTA;
  await desk.app.platform.database.transaction((tx) =>
    insertCoupon(tx, { ...key, planId, cause: key.id, leftMinor, receivedAt: at, expiresAt }),
  );
  const on: Followed = { desk, key, whole, model: createModel(whole) };
  for (const step of steps) {
    await DO[step.do](on, step);
    await compare(on);
  }
}
