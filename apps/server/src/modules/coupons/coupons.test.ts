import { couponEndpoints as coupons, type CallInput } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  atBank,
  bankWill,
  certifiedMerchant,
  citic,
  payoutOf,
  prepare,
  reaches,
  readyMerchant,
  startPayouts,
  usd,
} from "../payouts/payouts-fixture.ts";
import { until, type Desk } from "../income/income-fixture.ts";
import { listUsable } from "./coupons-store.ts";
import { DEEDS, follows, type Step } from "./coupon-model-fixture.ts";
import { holdCoupons, reserveCoupons } from "./use-coupons.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
});
afterAll(() => desk.close());

type Input = CallInput<typeof coupons.proposeCouponPlan.input>;
const WISH: Input = {
  name: "提现立减",
  kind: "amount",
  currency: "USD",
  amount: "5.00",
  businesses: ["withdrawal"],
  stackable: false,
  validDays: 30,
  way: "code",
  claim: "SAVE5",
  audience: "all",
  listed: [],
  stock: 10,
};
const refusal = (reason: string) => ({ reason });

async function agreed(request: Partial<Input>): Promise<string> {
  const { id } = await desk.call(coupons.proposeCouponPlan, { ...WISH, ...request }, desk.finance);
  await desk.call(coupons.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  return id;
}
const mine = async (merchant: TestMerchant, status = 0) => desk.call(coupons.coupons, { status }, merchant);

test("codes that work once: made when agreed on, taken by one, and listed for the desk", async () => {
  const { id } = await desk.call(
    coupons.proposeCouponPlan,
    { ...WISH, claim: undefined, way: "codes", stock: 3 },
    desk.finance,
  );
  const list = () =>
    desk.database.query<{ code: string }>("select code from coupon_code where plan_id = $1 order by code", [id]);
  expect(await list()).toEqual([]);
  await desk.call(coupons.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  const codes = (await list()).map(({ code }) => code);
  expect(codes).toHaveLength(3);
  const [one, other] = await Promise.all([desk.registerMerchant(), desk.registerMerchant()]);
  const redeem = (merchant: TestMerchant, code: string) => desk.call(coupons.redeemCoupon, { code }, merchant);
  const raced = await Promise.allSettled([redeem(one, codes[0]!.toLowerCase()), redeem(other, codes[0]!)]);
  expect(raced.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const winner = raced[0].status === "fulfilled" ? one : other;
  await expect(redeem(winner, codes[1]!)).rejects.toMatchObject(refusal("coupon.already_claimed"));
  await expect(redeem(winner, codes[0]!)).rejects.toMatchObject(refusal("coupon.code_unknown"));
  await redeem(winner === one ? other : one, codes[1]!);
  const { blob } = await desk.call(coupons.couponCodes, { id }, desk.finance);
  const lines = (await blob.text()).trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(",")[0])).toEqual(codes);
  expect(lines.filter((line) => !line.endsWith(","))).toHaveLength(2);
});

test("a plan takes two people, is claimed once for each merchant, and never beyond its stock", async () => {
  const { id } = await desk.call(coupons.proposeCouponPlan, { ...WISH, claim: "TWOONLY", stock: 2 }, desk.finance);
  const [first, next, third] = await Promise.all([1, 2, 3].map(() => desk.registerMerchant()));
  const redeem = (merchant: TestMerchant) => desk.call(coupons.redeemCoupon, { code: "twoonly" }, merchant);
  await expect(redeem(first!)).rejects.toMatchObject(refusal("coupon.code_unknown"));
  await expect(desk.call(coupons.decideCouponPlan, { id, decision: "approve" }, desk.finance)).rejects.toMatchObject(
    refusal("coupon.same_person"),
  );
  await desk.call(coupons.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  expect(await redeem(first!)).toMatchObject({ state: "unused", worth: "手续费减 USD 5.00" });
  await expect(redeem(first!)).rejects.toMatchObject(refusal("coupon.already_claimed"));
  const both = await Promise.allSettled([redeem(next!), redeem(third!)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: refusal("coupon.all_gone") });
  await expect(desk.call(coupons.proposeCouponPlan, { ...WISH, claim: "TWOONLY" }, desk.finance)).rejects.toMatchObject(
    refusal("coupon.claim_taken"),
  );
  // A name is the same however it is written.
  const named = (claim: string) => desk.call(coupons.proposeCouponPlan, { ...WISH, way: "claim", claim }, desk.finance);
  await named("springtide");
  await expect(named("SpringTide")).rejects.toMatchObject(refusal("coupon.claim_taken"));
  await expect(
    desk.call(coupons.proposeCouponPlan, { ...WISH, claim: "NOCUR", currency: undefined }, desk.finance),
  ).rejects.toMatchObject({ fields: { currency: "有金额时请选择币种" } });
});

test("the offer of a million is for certified merchants, once, by the specification's call", async () => {
  const [plain, certified] = await Promise.all([desk.registerMerchant(), certifiedMerchant(desk)]);
  await expect(desk.call(coupons.receiveMillion, {}, certified)).rejects.toMatchObject(
    refusal("coupon.nothing_to_claim"),
  );
  const million = { kind: "quota", currency: "CNY", quota: "1000000.00", amount: undefined } as const;
  await agreed({ ...million, name: "百万免手续费额度", way: "claim", claim: undefined, audience: "certified" });
  expect((await mine(certified)).claimable).toMatchObject({ name: "百万免手续费额度" });
  expect((await mine(plain)).claimable).toBeNull();
  await expect(desk.call(coupons.receiveMillion, {}, plain)).rejects.toMatchObject(refusal("coupon.not_for_you"));
  const got = await desk.call(coupons.receiveMillion, {}, certified);
  expect(got.left).toEqual(parseMoney("1000000.00", "CNY"));
  expect(await mine(certified)).toMatchObject({ counts: { unused: 1, used: 0, expired: 0 }, claimable: null });
  await expect(desk.call(coupons.receiveMillion, {}, certified)).rejects.toMatchObject(
    refusal("coupon.already_claimed"),
  );
});

test("a bulk issue reaches the merchants of its list, each once", async () => {
  const [one, other] = await Promise.all([desk.registerMerchant(), desk.registerMerchant()]);
  const id = await agreed({ way: "bulk", claim: undefined, audience: "listed", listed: [one.mobile, "13000000000"] });
  await until(async () => ((await mine(one)).counts.unused === 1 ? true : undefined));
  expect((await mine(other)).counts.unused).toBe(0);
  const plans = await desk.call(coupons.couponPlans, {}, desk.finance);
  expect(plans.find((plan) => plan.id === id)).toMatchObject({ issued: 1, listed: 2, state: "active" });
  await desk.call(coupons.decideCouponPlan, { id, decision: "stop" }, desk.finance);
});

test("shown in the trial, reserved with the price, given back when the payment fails, used when it is done", async () => {
  const { merchant, source } = await readyMerchant(desk, "20000.00");
  await agreed({});
  await desk.call(coupons.redeemCoupon, { code: "SAVE5" }, merchant);
  await bankWill(desk, "silent");
  const first = await prepare(desk, merchant, source.id, "1000.00");
  expect(first.quote.feeLines.map(({ label, amount }) => [label, amount.minor])).toContainEqual([
    "优惠券「提现立减」",
    -300n,
  ]);
  expect(first.quote.fee).toEqual(usd("0.00"));
  // Another payment has taken it since the price was asked for: the promise is void, and nothing has happened.
  const become = (state: string) =>
    desk.database.query("update coupon set state = $2 where merchant_id = $1", [merchant.userId, state]);
  await become("reserved");
  await expect(desk.call(citic.confirm, first.confirmation, merchant)).rejects.toMatchObject(refusal("coupon.gone"));
  await become("unused");
  await desk.call(citic.confirm, first.confirmation, merchant);
  expect(await mine(merchant, 1)).toMatchObject({ records: [{ state: "reserved" }] });

  const plain = await desk.call(citic.trial, { accountId: source.id, amount: usd("2000.00") }, merchant);
  expect(plain.fee).toEqual(usd("6.00"));

  await reaches(desk, merchant, first.id, "processing");
  const { reference } = await payoutOf(desk, merchant, first.id);
  await atBank(desk, reference, "refuse");
  await reaches(desk, merchant, first.id, "failed");
  expect(await mine(merchant)).toMatchObject({ records: [{ state: "unused", saved: [] }] });

  desk.clock.advance({ seconds: 61 });
  const again = await prepare(desk, merchant, source.id, "3000.00");
  expect(again.quote.fee).toEqual(usd("4.00"));
  await desk.call(citic.confirm, again.confirmation, merchant);
  await reaches(desk, merchant, again.id, "processing");
  await atBank(desk, (await payoutOf(desk, merchant, again.id)).reference, "pay");
  await reaches(desk, merchant, again.id, "completed");
  expect(await mine(merchant, 1)).toMatchObject({ records: [{ state: "used", saved: [usd("5.00")] }] });
  await atBank(desk, (await payoutOf(desk, merchant, again.id)).reference, "return");
  await reaches(desk, merchant, again.id, "returned");
  expect((await mine(merchant)).records).toHaveLength(1);
});

test("set aside with the quote: the next quote takes it over, the house never, and its end waits for the quote", async () => {
  const { merchant, source } = await readyMerchant(desk, "20000.00");
  await agreed({ claim: "HOLD5", businesses: ["withdrawal", "supplier"] });
  const { id } = await desk.call(coupons.redeemCoupon, { code: "HOLD5" }, merchant);
  const ends = (at: Date) => desk.database.query("update coupon set expires_at = $2 where id = $1", [id, at]);
  const payment = { business: "withdrawal", amount: usd("3000.00") } as const;
  const { database, jobs, ids } = desk.app.platform;
  const offered = async (asker: "person" | "house") =>
    (await listUsable(database.db, merchant.userId, { ...payment, asker, now: desk.clock.now() }, 5)).map(
      (one) => one.id,
    );
  const trial = () => desk.call(citic.trial, { accountId: source.id, amount: usd("3000.00") }, merchant);
  await bankWill(desk, "silent");
  const first = await prepare(desk, merchant, source.id, "3000.00");
  const next = await trial();
  expect([first.quote.fee, next.fee]).toEqual([usd("4.00"), usd("4.00")]);
  // The newer quote has it now, and nothing has happened to the payment.
  await expect(desk.call(citic.confirm, first.confirmation, merchant)).rejects.toMatchObject(refusal("coupon.gone"));
  // Its end comes while a quote is still good: what was promised is kept.
  const last = await trial();
  await ends(desk.clock.now());
  await desk.call(citic.confirm, { ...first.confirmation, quoteId: last.quoteId }, merchant);
  expect(await mine(merchant, 1)).toMatchObject({ records: [{ id, state: "reserved", saved: [usd("5.00")] }] });
  await reaches(desk, merchant, first.id, "processing");
  await atBank(desk, (await payoutOf(desk, merchant, first.id)).reference, "refuse");
  await reaches(desk, merchant, first.id, "failed");
  expect(await mine(merchant)).toMatchObject({ records: [{ id, state: "unused" }] });

  // What a quote has set aside is offered to the merchant's next one only, and does not run out meanwhile.
  const saving = { id, label: "券", saved: usd("5.00"), covered: null };
  const promised = { quoteId: ids.next(), until: new Date(desk.clock.now().getTime() + 3_600_000) };
  const hold = (asker: "person" | "house", quoteId = ids.next()) =>
    database.transaction((tx) => holdCoupons(desk, tx, merchant.userId, [saving], { ...promised, quoteId, asker }));
  await hold("person", promised.quoteId);
  // The house had looked before: it does not take over what a person was promised since.
  await expect(hold("house")).rejects.toMatchObject(refusal("coupon.gone"));
  const kept = await desk.database.query<{ quote: string }>(
    "select quote_id as quote from coupon_hold where coupon_id = $1",
    [id],
  );
  expect(kept).toEqual([{ quote: promised.quoteId }]);
  expect([await offered("house"), await offered("person")]).toEqual([[], [id]]);
  await ends(desk.clock.now());
  await jobs.run("coupons.watch", {});
  expect(await mine(merchant)).toMatchObject({ records: [{ id, state: "unused" }] });
  // The quote ends: so does what it had set aside.
  await desk.database.query("update coupon_hold set until = $2 where coupon_id = $1", [id, desk.clock.now()]);
  await jobs.run("coupons.watch", {});
  expect(await mine(merchant, 2)).toMatchObject({ records: [{ id, state: "expired" }] });
});

test("guessing codes comes to an end: most of many tries at once are turned away unread", async () => {
  const merchant = await desk.registerMerchant();
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => desk.call(coupons.redeemCoupon, { code: `GUESS${index}` }, merchant)),
  );
  const reasons = tries.map((one) => (one.status === "rejected" ? (one.reason as { reason: string }).reason : "taken"));
  // Ten in a minute; a new minute may begin meanwhile.
  expect(reasons.filter((reason) => reason === "coupon.code_unknown").length).toBeLessThanOrEqual(20);
  expect(new Set(reasons)).toEqual(new Set(["coupon.code_unknown", "limit.too_many"]));
});

test("a coupon counts for its own merchant only: neither offered to another nor taken in their name", async () => {
  const [owner, other] = [await readyMerchant(desk, "5000.00"), await readyMerchant(desk, "5000.00")];
  await agreed({ claim: "OWNER5" });
  await desk.call(coupons.redeemCoupon, { code: "OWNER5" }, owner.merchant);
  const quote = await desk.call(citic.trial, { accountId: owner.source.id, amount: usd("3000.00") }, owner.merchant);
  const plain = await prepare(desk, other.merchant, other.source.id, "3000.00");
  expect([quote.fee, plain.quote.fee]).toEqual([usd("4.00"), usd("9.00")]);
  await expect(
    desk.call(citic.confirm, { ...plain.confirmation, quoteId: quote.quoteId }, other.merchant),
  ).rejects.toMatchObject(refusal("quote.unknown"));
  const { id } = (await mine(owner.merchant)).records[0]!;
  const saving = { id, label: "券", saved: usd("5.00"), covered: null };
  const { database, clock, ids, lifecycles } = desk.app.platform;
  const ends = new Date(clock.now().getTime() + 30_000);
  const promised = { quoteId: ids.next(), until: ends, asker: "person" } as const;
  const use = { business: "withdrawal", usedFor: "theft", quoteId: null } as const;
  for (const steal of [
    () => database.transaction((tx) => holdCoupons({ clock }, tx, other.merchant.userId, [saving], promised)),
    () =>
      database.transaction((tx) =>
        reserveCoupons({ clock, ids, lifecycles }, tx, other.merchant.userId, [saving], use),
      ),
  ])
    await expect(steal()).rejects.toMatchObject(refusal("coupon.gone"));
  expect(await mine(owner.merchant)).toMatchObject({ records: [{ id, state: "unused" }] });
});

test("a free quota is used a part at a time; what ends is said before and then over", async () => {
  const { merchant, source } = await readyMerchant(desk, "20000.00");
  const quota = { kind: "quota", quota: "2500.00", amount: undefined, validDays: 2 } as const;
  await agreed({ ...quota, name: "免费额度", claim: "QUOTA2500" });
  await desk.call(coupons.redeemCoupon, { code: "QUOTA2500" }, merchant);
  await bankWill(desk, "pay");
  const first = await prepare(desk, merchant, source.id, "1000.00");
  expect(first.quote.fee).toEqual(usd("0.00"));
  await desk.call(citic.confirm, first.confirmation, merchant);
  await reaches(desk, merchant, first.id, "completed");
  expect((await mine(merchant)).records[0]).toMatchObject({ left: usd("1500.00"), endsSoon: true });
  const watch = () =>
    desk.app.platform.database.transaction((tx) => desk.app.platform.jobs.send(tx, "coupons.watch", {}));
  await watch();
  const told = () =>
    desk.database.query("select 1 from message where merchant_id = $1 and event = 'coupon.expiring'", [
      merchant.userId,
    ]);
  await until(async () => ((await told()).length === 1 ? true : undefined));
  await desk.database.query("update coupon set expires_at = received_at where merchant_id = $1", [merchant.userId]);
  await watch();
  await until(async () => ((await mine(merchant, 2)).counts.expired === 1 ? true : undefined));
  // The payment comes back after the end: so does its part, with a week to use it; what was left over stays over.
  await atBank(desk, (await payoutOf(desk, merchant, first.id)).reference, "return");
  await reaches(desk, merchant, first.id, "returned");
  const [back] = (await mine(merchant)).records;
  expect(back).toMatchObject({ state: "unused", left: usd("1000.00") });
  expect(back!.expiresAt.getTime()).toBeGreaterThan(desk.clock.now().getTime() + 6 * 86_400_000);
});

test("whatever quotes and payments do with a coupon in whatever order, it is used once, and what was reserved comes back", async () => {
  const { userId } = await desk.registerMerchant();
  const whole = await agreed({ way: "prize", claim: undefined, name: "模型券" });
  const quota = { kind: "quota", quota: "1.00", amount: undefined } as const;
  const parts = await agreed({ ...quota, way: "prize", claim: undefined, name: "模型额度" });
  const step: fc.Arbitrary<Step> = fc.record({
    do: fc.constantFrom(...DEEDS),
    minor: fc.bigInt(20n, 80n),
    pick: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 8, maxLength: 16 }), (isWhole, steps) =>
      follows(desk, { merchantId: userId, planId: isWhole ? whole : parts, whole: isWhole }, steps),
    ),
    { numRuns: 12, seed: 19, endOnFailure: true },
  );
});

/** As many of a plan as a test likes, which end after so many days. */
const have = (userId: string, planId: string, many: number, days: number) =>
  desk.database.query(
    `insert into coupon (merchant_id, id, plan_id, state, cause, received_at, expires_at, changed_at)
     select $1, gen_random_uuid(), $2, 'unused', n::text, $3, $3::timestamptz + $5::int * interval '1 day', $3
     from generate_series(1, $4::int) n`,
    [userId, planId, desk.clock.now(), many, days],
  );

test("of however many the best is taken, also where it ends last", async () => {
  const { merchant, source } = await readyMerchant(desk, "20000.00");
  const small = await agreed({ way: "prize", claim: undefined, name: "小券", amount: "1.00" });
  const large = await agreed({ way: "prize", claim: undefined, name: "大券" });
  await have(merchant.userId, small, 60, 5);
  await have(merchant.userId, large, 1, 20);
  const { fee } = await desk.call(citic.trial, { accountId: source.id, amount: usd("3000.00") }, merchant);
  expect(fee).toEqual(usd("4.00"));
});

test("however many end soon, one look reminds of all", async () => {
  const merchant = await desk.registerMerchant();
  const { userId } = merchant;
  const planId = await agreed({ way: "prize", claim: undefined, name: "到期券" });
  const many = 201;
  await have(userId, planId, many, 1);
  // The page says that it shows some of them only.
  const { records, counts } = await mine(merchant);
  expect([records.length, counts.unused]).toEqual([200, many]);
  await desk.app.platform.jobs.run("coupons.watch", {});
  const told = await desk.database.query("select 1 from coupon where merchant_id = $1 and reminded_at is not null", [
    userId,
  ]);
  expect(told).toHaveLength(many);
});
