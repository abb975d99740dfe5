import {
  beneficiaryEndpoints,
  couponEndpoints,
  identityEndpoints,
  incomeEndpoints,
  messageEndpoints,
  payoutEndpoints as calls,
  payoutFamilies,
} from "@coralhub/contract";
import { toShanghaiDay } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveBack } from "../../identity/recovery-fixture.ts";
import { bookProblems, minor, moneyOn, until, type Desk } from "../../income/income-fixture.ts";
import {
  accountCode,
  atBank,
  bankWill,
  certifiedMerchant,
  fundedAccount,
  limitsAre,
  rested,
  startPayouts,
  usd,
  watch,
} from "../payouts-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
let source: { id: string };
beforeAll(async () => {
  desk = await startPayouts();
  await bankWill(desk, "pay", 0, "clearing");
  merchant = await certifiedMerchant(desk);
  source = await fundedAccount(desk, merchant, "1000.00");
});
afterAll(() => desk.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const { supplier } = payoutFamilies;
let numbers = 0;
const supplierOf = (name: string, bankAccount: string) =>
  ({
    supplierName: name,
    bankAccount,
    bankCurrency: "USD",
    supplierCountryCode: "US",
    clearCode: "021000021",
    bankAccountType: "checking",
    bankAccountHolder: name,
  }) as const;
async function payee(name: string): Promise<string> {
  desk.clock.advance({ seconds: 61 });
  const verificationCode = await accountCode(desk, merchant);
  const { id } = await desk.call(
    beneficiaryEndpoints.addSupplier,
    { ...supplierOf(name, String(4_830_100_000 + numbers++)), verificationCode },
    merchant,
  );
  await rested(desk, merchant);
  return id;
}
const dayIn = (days: number) => toShanghaiDay(new Date(desk.clock.now().getTime() + days * 86_400_000));
/** As if it were due today: sessions keep the same clock, and would end. */
const dueToday = (id: string) =>
  desk.database.query("update payout_series set next_on = $2, first_on = $2 where id = $1", [id, dayIn(0)]);
const seriesOf = (id: string) => desk.call(calls.series, { id }, merchant);
async function begin(beneficiaryId: string, amount: string, more: object = {}) {
  const order = { kind: "supplier" as const, accountId: source.id, amount: usd(amount), beneficiaryId };
  const rhythm = { rhythm: "monthly" as const, firstOn: dayIn(1) };
  const { id } = await desk.call(calls.planSeries, { ...order, ...rhythm, ...more }, merchant);
  desk.clock.advance({ seconds: 61 });
  await desk.call(calls.sendSeriesCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  expect(await desk.call(calls.confirmSeries, { id, verifyCode }, merchant)).toEqual({ id, state: "active" });
  return id;
}
/** One payment, confirmed. */
async function paid(beneficiaryId: string, amount: string, more: object = {}) {
  const order = { accountId: source.id, beneficiaryId, amount: usd(amount), ...more };
  const { id } = await desk.call(supplier.apply, order, merchant);
  desk.clock.advance({ seconds: 61 });
  await desk.call(supplier.sendCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { quoteId } = await desk.call(supplier.trial, order, merchant);
  return desk.call(supplier.confirm, { id, verifyCode, quoteId }, merchant);
}
/** Runs what is due and waits for so many payments of the series to have ended. */
async function run(id: string, ended: number) {
  await dueToday(id);
  await watch(desk);
  return until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const series = await seriesOf(id);
    const done = series.payments.filter(({ state }) => ["completed", "cancelled", "failed"].includes(state));
    // Read once more: the series and its payments are told by two queries.
    return done.length >= ended ? seriesOf(id) : undefined;
  });
}

test("one code for a series: each run is a payment of its own, priced and looked at on its day", async () => {
  const beneficiaryId = await payee("HARBOR PACKAGING LLC");
  const id = await begin(beneficiaryId, "400.00", { mostRuns: 4, adviceEmail: "ap@harbor.test", remittance: "INV" });
  const first = await run(id, 1);
  expect(first).toMatchObject({ state: "active", runs: 1, payments: [{ state: "completed" }] });
  expect(first.nextOn! > dayIn(20)).toBe(true);
  const payout = await desk.call(calls.payout, { id: first.payments[0]!.id }, merchant);
  expect(payout.timeline.map(({ action }) => action)).toEqual(["queue", "execute", "send", "settle"]);
  expect(payout).toMatchObject({ seriesId: id, adviceEmail: "ap@harbor.test", remittance: "INV" });
  // The payee is told what arrived, with a paper, and not what it cost.
  const [mail] = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const mails = await desk.mailbox("ap@harbor.test");
    return mails.length > 0 ? mails : undefined;
  });
  expect(mail!.text).toMatch(/附件：payment-advice-CP[0-9A-F]+\.pdf，\d{4,} 字节/);
  // The second empties the account, the third finds too little: nothing is held, and it says why.
  expect((await run(id, 2)).payments[0]!.state).toBe("completed");
  const third = await run(id, 3);
  expect(third.payments[0]).toMatchObject({ state: "cancelled", reason: expect.stringContaining("余额") as string });
  expect(third).toMatchObject({ state: "active", runs: 3 });
  // The agreed number of runs is the end, whatever became of them.
  expect(await run(id, 4)).toMatchObject({ state: "ended", runs: 4, nextOn: null });
  expect(await bookProblems(desk)).toEqual([]);
});

test("a series stops where the rate moved too far, rests when paused, and ends by its owner", async () => {
  const id = await begin(await payee("NORTH STAR LOGISTICS INC"), "100.00", { toleranceBasisPoints: 0 });
  await desk.database.query("update payout_series set agreed_minor = agreed_minor * 2 where id = $1", [id]);
  for (const count of [1, 2]) expect((await run(id, count)).payments[0]!.reason).toContain("汇率变化超过约定");
  // The third in a row, and it asks its owner.
  expect(await run(id, 3)).toMatchObject({ state: "paused", reason: expect.stringContaining("连续 3 次") as string });
  await dueToday(id);
  await watch(desk);
  expect((await seriesOf(id)).runs).toBe(3);
  expect(await desk.call(calls.resumeSeries, { id }, merchant)).toMatchObject({ state: "active" });
  expect((await seriesOf(id)).nextOn! > dayIn(0)).toBe(true);
  expect(await desk.call(calls.endSeries, { id }, merchant)).toMatchObject({ state: "ended" });
  await expect(desk.call(calls.resumeSeries, { id }, merchant)).rejects.toEqual(refused("state.changed"));
  const other = await certifiedMerchant(desk);
  await expect(desk.call(calls.series, { id }, other)).rejects.toEqual(refused("not_found"));
});

test("what the bank refuses is a run that was not paid: three in a row pause the series, one that is paid begins anew, one that comes back pauses at once", async () => {
  const account = await fundedAccount(desk, merchant, "1000.00");
  source = account;
  const id = await begin(await payee("CLOSED ACCOUNT LLC"), "100.00");
  const willBe = (plan: "pay" | "refuse") => bankWill(desk, plan, 0, "clearing");
  await willBe("refuse");
  for (const count of [1, 2]) expect(await run(id, count)).toMatchObject({ state: "active" });
  await willBe("pay");
  expect((await run(id, 3)).payments[0]!.state).toBe("completed");
  await willBe("refuse");
  for (const count of [4, 5]) expect(await run(id, count)).toMatchObject({ state: "active" });
  const paused = await run(id, 6);
  expect(paused).toMatchObject({ state: "paused", reason: expect.stringContaining("连续 3 次没有付成") as string });
  expect(paused.timeline.filter(({ action }) => action === "missed")).toHaveLength(5);
  const news = await desk.call(messageEndpoints.messages, { pageSize: 50 }, merchant);
  expect(news.records.filter(({ title }) => title === "给 CLOSED ACCOUNT LLC 的定期付款已暂停")).toHaveLength(1);
  // Nothing was lost by it: five refusals are free again, and one payment has gone.
  await desk.call(calls.resumeSeries, { id }, merchant);
  await willBe("pay");
  const paid = (await run(id, 7)).payments[0]!;
  expect(paid.state).toBe("completed");
  const { reference } = await desk.call(calls.payout, { id: paid.id }, merchant);
  expect(await atBank(desk, reference, "return")).toEqual(["returned"]);
  expect(await seriesOf(id)).toMatchObject({
    state: "paused",
    reason: expect.stringContaining("被银行退回") as string,
  });
  expect(await bookProblems(desk)).toEqual([]);
});

test("what is paid on a later day arrives from that day on: before the confirmation, and in its record", async () => {
  const request = { accountId: source.id, amount: usd("50.00"), beneficiaryId: await payee("LATER SUPPLY CO") };
  const [now] = await desk.call(supplier.ways, request, merchant);
  const later = { ...request, scheduledFor: dayIn(30) };
  const [offer] = await desk.call(supplier.ways, later, merchant);
  expect(offer!.arrivesOn).not.toBe(now!.arrivesOn);
  const { id } = await desk.call(supplier.apply, later, merchant);
  expect((await desk.call(calls.payout, { id }, merchant)).arrivesOn).toBe(offer!.arrivesOn);
  for (const day of [dayIn(-1), dayIn(400), "9999-12-31", "0000-01-01"]) {
    for (const call of [supplier.ways, supplier.elsewhere, supplier.trial])
      await expect(desk.call(call, { ...request, scheduledFor: day }, merchant), day).rejects.toMatchObject({
        status: 400,
      });
  }
});

test("who belongs together says so in the payment, and nobody else does", async () => {
  await desk.database.query(
    `insert into related_party (merchant_id, id, name, relation, contract_file_id, created_at)
     values ($1, gen_random_uuid(), 'Coral Sister Co., Ltd.', 'sister', gen_random_uuid(), now())`,
    [merchant.userId],
  );
  const [party] = await desk.call(beneficiaryEndpoints.relatedParties, {}, merchant);
  const sister = await payee("CORAL SISTER CO LTD");
  const stranger = await payee("FAR AWAY INC");
  await fundedAccount(desk, merchant, "500.00").then((account) => (source = account));
  const pay = (beneficiaryId: string, relatedId: string | null) =>
    desk.call(supplier.apply, { accountId: source.id, amount: usd("100.00"), beneficiaryId, relatedId }, merchant);
  await expect(pay(sister, null)).rejects.toEqual(refused("payout.related_unsaid"));
  await expect(pay(stranger, party!.id)).rejects.toEqual(refused("payout.related_differs"));
  const { id } = await pay(sister, party!.id);
  expect((await desk.call(calls.payout, { id }, merchant)).related).toBe("Coral Sister Co., Ltd.（同一控制人）");
  await pay(stranger, null);
});

test("filters of the payments are kept under a name, apart from those of the income", async () => {
  const selection = { filters: { kind: ["supplier" as const], state: ["completed" as const] } };
  await desk.call(incomeEndpoints.savePayoutView, { name: "供应商", selection }, merchant);
  await desk.call(incomeEndpoints.saveView, { name: "供应商", selection: { filters: {} } }, merchant);
  const again = desk.call(incomeEndpoints.savePayoutView, { name: "供应商", selection }, merchant);
  await expect(again).rejects.toEqual(refused("view.name_taken"));
  const views = await desk.call(incomeEndpoints.payoutViews, {}, merchant);
  expect(views).toMatchObject([{ name: "供应商", selection }]);
  await desk.call(incomeEndpoints.deleteView, { id: views[0]!.id }, merchant);
  expect(await desk.call(incomeEndpoints.payoutViews, {}, merchant)).toEqual([]);
  expect(await desk.call(incomeEndpoints.savedViews, {}, merchant)).toHaveLength(1);
});

test("fault 3: two runs of one day count together: the second over the sum waits for approval", async () => {
  merchant = await certifiedMerchant(desk);
  source = await fundedAccount(desk, merchant, "1000.00");
  const ids = [
    await begin(await payee("FIRST PARTS LLC"), "100.00"),
    await begin(await payee("OTHER PARTS LLC"), "100.00"),
  ];
  await limitsAre(desk, { approval: 150 });
  try {
    for (const id of ids) await dueToday(id);
    await watch(desk);
    const states = await until(async () => {
      await desk.app.platform.outbox.deliverDue();
      const runs = (await Promise.all(ids.map(seriesOf))).flatMap(({ payments }) => payments.map(({ state }) => state));
      const stands = runs.every((state) => ["completed", "awaitingApproval", "cancelled", "failed"].includes(state));
      return runs.length === 2 && stands ? runs : undefined;
    });
    expect(states.toSorted()).toEqual(["awaitingApproval", "completed"]);
  } finally {
    await limitsAre(desk, {});
  }
});

test("what was agreed on counts on no coupon: a run goes though another payment has used it", async () => {
  const plan = { name: "付款立减", kind: "amount", currency: "USD", amount: "5.00", validDays: 30, stock: 1 } as const;
  const given = { stackable: false, way: "code", claim: "RUN5", audience: "all" } as const;
  const request = { ...plan, ...given, businesses: ["supplier" as const] };
  const { id: planId } = await desk.call(couponEndpoints.proposeCouponPlan, request, desk.finance);
  await desk.call(couponEndpoints.decideCouponPlan, { id: planId, decision: "approve" }, desk.admin);
  const beneficiaryId = await payee("COUPON PARTS LLC");
  const order = { accountId: source.id, beneficiaryId, amount: usd("100.00") };
  const trial = async () => (await desk.call(supplier.trial, order, merchant)).arrives;
  const plain = await trial();
  await desk.call(couponEndpoints.redeemCoupon, { code: "RUN5" }, merchant);
  expect((await trial()).minor).toBeGreaterThan(plain.minor);
  const id = await begin(beneficiaryId, "100.00", { toleranceBasisPoints: 0 });
  await desk.database.query("update coupon set state = 'used' where plan_id = $1", [planId]);
  expect((await run(id, 1)).payments).toMatchObject([{ state: "completed", arrives: plain }]);
});

test("an account that came back to its owner pays nothing by itself, and nobody who was added lately", async () => {
  merchant = await certifiedMerchant(desk);
  source = await fundedAccount(desk, merchant, "1000.00");
  const known = await payee("LONG KNOWN LLC");
  await desk.database.query("update beneficiary set rests_from = rests_from - interval '31 days' where id = $1", [
    known,
  ]);
  const number = String(4_830_100_000 + numbers);
  const added = await payee("THIEF TRADING LLC");
  const series = [await begin(known, "50.00"), await begin(added, "60.00")];
  const planned = await paid(added, "70.00", { scheduledFor: dayIn(3) });
  await limitsAre(desk, { approval: 60 });
  const waiting = await paid(added, "70.00");
  const another = await paid(known, "80.00");
  await limitsAre(desk, {});
  expect([planned, waiting, another].map(({ state }) => state)).toEqual([
    "scheduled",
    "awaitingApproval",
    "awaitingApproval",
  ]);
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("850.00"), held: minor("150.00") });
  const { secret } = await desk.call(
    beneficiaryEndpoints.sendLink,
    { kind: "supplier", name: "THIEF TWO", country: "US", currency: "USD" },
    merchant,
  );

  // Whoever pays has the payment before its series: so has the recovery, and nobody waits in a circle.
  const begun = async (lock: string, id: string) => {
    const client = new pg.Client({ connectionString: desk.database.url });
    await client.connect();
    await client.query("begin");
    await client.query(lock, [id]);
    return client;
  };
  const waitedFor = async (client: pg.Client) => {
    const blocked = "select 1 from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))";
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    await until(async () => ((await desk.database.query(blocked, [rows[0]!.pid])).length > 0 ? true : undefined));
  };
  const payer = await begun("select 1 from payout where id = $1 for update", planned.id);
  const next = await begun("select 1 from beneficiary where id = $1 for share", added);
  const coming = giveBack(desk, merchant, "13512340077");
  await waitedFor(payer);
  await payer.query("select 1 from payout_series where id = any($1::uuid[]) for update nowait", [series]);
  await payer.query("commit");
  await payer.end();
  // And the payee before the account the money is on.
  await waitedFor(next);
  await next.query("select 1 from receiving_account where id = $1 for update nowait", [source.id]);
  await next.query("commit");
  await next.end();
  const owner = await coming;
  for (const id of series) {
    expect(await desk.call(calls.series, { id }, owner)).toMatchObject({
      state: "paused",
      reason: expect.stringContaining("账户找回") as string,
    });
  }
  for (const { id } of [planned, waiting, another]) {
    const payout = await desk.call(calls.payout, { id }, owner);
    expect(payout).toMatchObject({ state: "cancelled", reason: expect.stringContaining("账户找回") as string });
    expect(payout.timeline.filter(({ action }) => action === "recall")).toHaveLength(1);
  }
  expect(await moneyOn(desk, owner, source.id)).toEqual({ available: minor("1000.00"), held: 0n });
  const open = desk.call(beneficiaryEndpoints.openLink, { secret });
  await expect(open).rejects.toMatchObject({ status: 404 });
  const told = await desk.call(messageEndpoints.messages, { pageSize: 50 }, owner);
  const body = told.records.find(({ title }) => title === "账户已找回，请核对这些")?.body;
  expect(body).toMatch(/2 个定期付款已暂停；3 笔还没付出的款已取消；.*1 个收款账户要您核对.*链接已作废/);

  const order = { accountId: source.id, amount: usd("900.00") };
  await desk.call(supplier.apply, { ...order, beneficiaryId: known }, owner);
  const pay = () => desk.call(supplier.apply, { ...order, beneficiaryId: added }, owner);
  await expect(pay()).rejects.toEqual(refused("payee.not_usable"));
  // The owner writes it once more, with a code of the new phone: it rests like a new one.
  desk.clock.advance({ seconds: 61 });
  const again = { ...supplierOf("THIEF TRADING LLC", number), verificationCode: await accountCode(desk, owner) };
  const saved = await desk.call(beneficiaryEndpoints.changeSupplier, { supplierId: added, ...again }, owner);
  expect(saved).toEqual({ id: added, state: "approved" });
  const seen = await desk.call(beneficiaryEndpoints.payee, { id: added }, owner);
  expect(seen.coolingUntil).not.toBeNull();
  await pay();
  expect(await desk.call(calls.resumeSeries, { id: series[0]! }, owner)).toMatchObject({ state: "active" });
  expect(await bookProblems(desk)).toEqual([]);
});

test("a series of a closed account pays nothing that comes back later", async () => {
  merchant = await certifiedMerchant(desk);
  source = await fundedAccount(desk, merchant, "100.00");
  const known = await payee("LEFT BEHIND LLC");
  const id = await begin(known, "50.00");
  const whole = await paid(await payee("LAST SUPPLIER LLC"), "100.00");
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await desk.call(calls.payout, { id: whole.id }, merchant)).state === "completed" ? true : undefined;
  });
  await desk.call(identityEndpoints.sendBankCode, { type: 20 }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  await desk.call(identityEndpoints.requestClosing, { verifyCode }, merchant);
  await desk.database.query("update merchant set closes_at = closes_at - interval '16 days' where merchant_id = $1", [
    merchant.userId,
  ]);
  const { platform } = desk.app;
  await platform.database.transaction((tx) => platform.jobs.send(tx, "identity.close-accounts", {}));
  const states = await until(async () => {
    const [row] = await desk.database.query<{ closed: boolean; state: string; reason: string; payee: string }>(
      `select closed_at is not null as closed, s.state, s.reason, b.state as payee from merchant join payout_series s using (merchant_id)
       join beneficiary b on b.merchant_id = s.merchant_id and b.id = s.beneficiary_id
       where s.id = $1`,
      [id],
    );
    return row!.closed ? row : undefined;
  });
  // Closed, not given back: nothing says so, and nobody is asked about a payee.
  expect(states).toMatchObject({ state: "paused", payee: "approved" });
  expect(states.reason).toContain("账户注销");
  const audited = await desk.database.query(
    "select action, actor_id as by from audit_entry where subject = $1 and actor_kind = 'system'",
    [`merchant:${merchant.userId}`],
  );
  expect(audited).toEqual([{ action: "payout.recalled", by: "closing" }]);
});
