import {
  batchEndpoints as calls,
  beneficiaryEndpoints,
  couponEndpoints as coupons,
  type CallInput,
} from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveBack } from "../identity/recovery-fixture.ts";
import { until, type Desk } from "../income/income-fixture.ts";
import {
  bankWill,
  certifiedMerchant,
  fundedAccount,
  limitsAre,
  older,
  readyMerchant,
  startPayouts,
  watch,
  withdraw,
} from "../payouts/payouts-fixture.ts";
import { american, batchReaches, openSheet, pay, prepareBatch, runJob } from "./batches-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
  await bankWill(desk, "pay", 0, "clearing");
  await bankWill(desk, "pay", 0, "swift");
});
afterAll(() => desk.close());

const german = (number: string, amount: string): string[] => [
  "NORDLICHT LOGISTIK GMBH",
  "企业",
  "德国",
  "EUR",
  "",
  number,
  "",
  "COBADEFF",
  amount,
  "",
];

test("fault 3: a sheet counts with what was paid before it, row by row, to approval and to the day's maximum", async () => {
  const { merchant, source } = await readyMerchant(desk, "3000.00");
  expect(await withdraw(desk, merchant, source.id, "400.00")).toMatchObject({ state: "submitted" });
  desk.clock.advance({ seconds: 61 });
  const { id } = await openSheet(desk, merchant, [american(1, "90.00"), american(2, "150.00"), american(3, "200.00")]);
  const { confirmation } = await prepareBatch(desk, merchant, id);
  await limitsAre(desk, { approval: 550, mainland: 800 });
  // Promised anew once the code has come: however long that took, the price still holds.
  const { quoteId } = await desk.call(pay.quote, { id }, merchant);
  await desk.call(pay.confirm, { ...confirmation, quoteId }, merchant);
  const rows = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const { records } = await desk.call(calls.batchRows, { id }, merchant);
    const first = records.find(({ line }) => line === 2)!;
    return records.every(({ state }) => state !== "ready") && first.payout?.state === "completed" ? records : undefined;
  });
  await limitsAre(desk, {});
  expect(rows.find(({ line }) => line === 3)!.payout).toMatchObject({ state: "awaitingApproval" });
  const over = rows.find(({ line }) => line === 4)!;
  expect(over).toMatchObject({ state: "refused", payout: null, reason: expect.stringContaining("24 小时") as unknown });
});

test("fault 3: a sheet waits for a payment that is being counted, and counts it", async () => {
  const { merchant } = await readyMerchant(desk, "3000.00");
  const { id } = await openSheet(desk, merchant, [american(11, "300.00")]);
  const { confirmation } = await prepareBatch(desk, merchant, id);
  await limitsAre(desk, { approval: 500 });
  const { quoteId } = await desk.call(pay.quote, { id }, merchant);
  // Another payment of the merchant has been counted and its money is not held yet: neither alone is above the sum.
  const other = new pg.Client({ connectionString: desk.database.url });
  await other.connect();
  await other.query("begin");
  await other.query("insert into payout_meter (merchant_id) values ($1) on conflict do nothing", [merchant.userId]);
  await other.query("select from payout_meter where merchant_id = $1 for update", [merchant.userId]);
  await other.query(
    `insert into payout_meter_entry (merchant_id, id, kind, weight_cents, at)
     values ($1, gen_random_uuid(), 'walletTransfer', 30000, $2)`,
    [merchant.userId, desk.clock.now()],
  );
  await desk.call(pay.confirm, { ...confirmation, quoteId }, merchant);
  const waits = await until(async () => {
    const [waiting] = await desk.database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%payout_meter%'",
    );
    const { records } = await desk.call(calls.batchRows, { id }, merchant);
    return waiting ? "waits" : records.some(({ payout }) => payout !== null) ? "went past it" : undefined;
  });
  expect(waits).toBe("waits");
  await other.query("commit");
  await other.end();
  const row = await until(async () => {
    const { records } = await desk.call(calls.batchRows, { id }, merchant);
    return records.find(({ payout }) => payout !== null);
  });
  await limitsAre(desk, {});
  expect(row.payout).toMatchObject({ state: "awaitingApproval" });
});

test("fault 4: a row of a sheet approved late goes within the sheet's tolerance, or is asked about again and ends", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "2000.00");
  const { id } = await openSheet(desk, merchant, [
    german("DE89370400440532013000", "250.00"),
    german("DE02120300000000202051", "260.00"),
  ]);
  await desk.call(pay.chooseAccounts, { id, currency: "EUR", accountId: source.id }, merchant);
  const { confirmation } = await prepareBatch(desk, merchant, id);
  await limitsAre(desk, { approval: 100 });
  // Promised once the code has come, and confirmed a while later: the price is as old as its promise.
  const { quoteId } = await desk.call(pay.quote, { id }, merchant);
  desk.clock.advance({ seconds: 5 });
  await desk.call(pay.confirm, { ...confirmation, quoteId, toleranceBasisPoints: 100 }, merchant);
  const rows = () =>
    desk.database.query<{
      id: string;
      line: number;
      state: string;
      arrives: bigint;
      tolerance: number;
      lived: boolean;
    }>(
      `select id, batch_line as line, state, arrives_minor as arrives, tolerance_basis_points as tolerance,
              confirmed_at - priced_at >= interval '5 seconds' as lived
         from payout where batch_id = $1 order by batch_line`,
      [id],
    );
  const waiting = await until(async () => {
    const all = await rows();
    return all.length === 2 && all.every(({ state }) => state === "awaitingApproval") ? all : undefined;
  });
  await limitsAre(desk, {});
  expect(waiting.map(({ tolerance, lived }) => [tolerance, lived])).toEqual([
    [100, true],
    [100, true],
  ]);
  // The rate has fallen since: by 0.8 % for the one, by 1.2 % for the other.
  for (const [at, permille] of [1_008n, 1_012n].entries()) {
    await desk.database.query(
      "update payout set price = jsonb_set(price, '{arrives,minor}', jsonb_build_object('$minor', $2::text)) where id = $1",
      [waiting[at]!.id, ((BigInt(waiting[at]!.arrives) * permille) / 1_000n).toString()],
    );
  }
  await older(desk, merchant, "3 hours");
  const decision = { merchantId: merchant.userId, id, decision: "approve", reason: "" } as const;
  expect(await desk.call(calls.decideBatch, decision, desk.finance)).toEqual({ decided: 2, left: 0 });
  const seen = (await desk.call(calls.batchRows, { id }, merchant)).records;
  expect(seen[1]).toMatchObject({
    payout: { state: "unverified" },
    reason: expect.stringContaining("重新确认") as unknown,
  });
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await rows())[0]!.state === "completed" ? true : undefined;
  });
  // Nobody answers: it is given up, and the sheet ends and says so.
  await desk.database.query("update payout set expires_at = $2 where id = $1", [waiting[1]!.id, desk.clock.now()]);
  desk.clock.advance({ seconds: 1 });
  await watch(desk);
  await until(async () => ((await rows())[1]!.state === "cancelled" ? true : undefined));
  await runJob(desk, "batches.follow");
  await batchReaches(desk, merchant, id, "partly");
  const [, given] = (await desk.call(calls.batchRows, { id }, merchant)).records;
  expect(given!.reason).toContain("没有按时重新确认");
});

test("fault 2: a row of a waiting sheet whose payee was stopped is passed over; where no other is left, it is said", async () => {
  const merchant = await certifiedMerchant(desk);
  await fundedAccount(desk, merchant, "900.00");
  const { id } = await openSheet(desk, merchant, [american(1, "150.00"), american(2, "160.00")]);
  const { confirmation } = await prepareBatch(desk, merchant, id);
  await limitsAre(desk, { approval: 100 });
  await desk.call(pay.confirm, confirmation, merchant);
  const rows = await until(async () => {
    const all = await desk.database.query<{ id: string; state: string; payee: string }>(
      "select id, state, beneficiary_id as payee from payout where batch_id = $1 order by batch_line",
      [id],
    );
    return all.length === 2 && all.every(({ state }) => state === "awaitingApproval") ? all : undefined;
  });
  await limitsAre(desk, {});
  await desk.call(beneficiaryEndpoints.removeSupplier, { id: rows[0]!.payee }, merchant);
  const decision = { merchantId: merchant.userId, id, decision: "approve", reason: "" } as const;
  expect(await desk.call(calls.decideBatch, decision, desk.finance)).toEqual({ decided: 1, left: 1 });
  await expect(desk.call(calls.decideBatch, decision, desk.finance)).rejects.toMatchObject({
    reason: "payee.not_usable",
  });
  const refusing = { ...decision, decision: "reject", reason: "收款人已停用" } as const;
  expect(await desk.call(calls.decideBatch, refusing, desk.finance)).toEqual({ decided: 1, left: 0 });
});

test("rows of a confirmed sheet that have not become payments become none when the account comes back to its owner", async () => {
  const { merchant } = await readyMerchant(desk, "500.00");
  const { id } = await openSheet(desk, merchant, [american(71, "90.00"), american(72, "95.00")]);
  await desk.call(pay.quote, { id }, merchant);
  // As if the server had stopped right after the confirmation.
  await desk.database.query(
    "update payment_batch set state = 'confirmed', confirmed_at = now(), agreed = quote where id = $1",
    [id],
  );
  const owner = await giveBack(desk, merchant, "13512340079");
  const { records } = await desk.call(calls.batchRows, { id }, owner);
  expect(records).toHaveLength(2);
  for (const row of records) expect(row).toMatchObject({ state: "refused", payout: null });
  expect(records[0]!.reason).toContain("账户找回");
  const audited = await desk.database.query(
    "select detail from audit_entry where subject = $1 and action = 'batch.rows_refused'",
    [`merchant:${merchant.userId}`],
  );
  expect(audited).toEqual([{ detail: { rows: 2 } }]);
});

type Plan = CallInput<typeof coupons.proposeCouponPlan.input>;
const forSuppliers = async (merchant: TestMerchant, claim: string, worth: Pick<Plan, "kind"> & Partial<Plan>) => {
  const plan: Plan = {
    name: claim,
    currency: "USD",
    businesses: ["supplier"],
    stackable: false,
    validDays: 30,
    way: "code",
    claim,
    audience: "all",
    listed: [],
    stock: 10,
    ...worth,
  };
  const { id } = await desk.call(coupons.proposeCouponPlan, plan, desk.finance);
  await desk.call(coupons.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  await desk.call(coupons.redeemCoupon, { code: claim }, merchant);
};

test("a sheet's price shows the coupons of its dearest rows; they are used with those, and come back with one not paid", async () => {
  const { merchant } = await readyMerchant(desk, "3000.00");
  const { id } = await openSheet(desk, merchant, [american(1, "90.00"), american(2, "150.00"), american(3, "200.00")]);
  const [plain] = (await desk.call(pay.quote, { id }, merchant)).groups;
  expect(plain!.coupons).toEqual([]);
  await forSuppliers(merchant, "FIVEOFF", { kind: "amount", amount: "5.00" });
  await forSuppliers(merchant, "HALFOFF", { kind: "percent", percent: 50, minimum: "150.00" });
  const { quote, confirmation } = await prepareBatch(desk, merchant, id);
  const [group] = quote.groups;
  // 5.60 of the largest and 5.45 of the next: the fixed sum saves more on the first, half of it on the second.
  expect(group!.coupons.map(({ label, saved }) => `${label} ${saved.minor}`).toSorted()).toEqual([
    "FIVEOFF 500",
    "HALFOFF 273",
  ]);
  expect([plain!.fee.minor - group!.fee.minor, plain!.leaves.minor - group!.leaves.minor]).toEqual([773n, 773n]);
  expect(quote.charged[0]!.leaves.minor).toBe(group!.leaves.minor);
  const counts = async () => (await desk.call(coupons.coupons, { status: 0 }, merchant)).counts;
  expect(await counts()).toMatchObject({ unused: 2, used: 0 });
  await limitsAre(desk, { approval: 290, mainland: 300 });
  const { quoteId } = await desk.call(pay.quote, { id }, merchant);
  await desk.call(pay.confirm, { ...confirmation, quoteId }, merchant);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const { records } = await desk.call(calls.batchRows, { id }, merchant);
    return records.filter(({ payout }) => payout?.state === "completed").length === 2 ? true : undefined;
  });
  await runJob(desk, "batches.follow");
  const ended = await batchReaches(desk, merchant, id, "partly");
  await limitsAre(desk, {});
  expect(ended.counts).toMatchObject({ refused: 1 });
  // The row the day's maximum refused had the fixed sum.
  const left = await desk.call(coupons.coupons, { status: 0 }, merchant);
  expect([left.records.map(({ name }) => name), left.counts.used]).toEqual([["FIVEOFF"], 1]);
  const paid = await desk.database.query<{ line: number; minor: string; price: string; state: string }>(
    `select batch_line as line, amount_minor::text as minor, price::text as price, state from payout
     where merchant_id = $1 and batch_id = $2 order by batch_line`,
    [merchant.userId, id],
  );
  expect(paid.map(({ line, state }) => [line, state])).toEqual([
    [2, "completed"],
    [3, "completed"],
  ]);
  expect(Number(paid[1]!.minor) - Number(paid[0]!.minor)).toBe(15_000 + 545 - 273 - (9_000 + 527));
  expect(paid[1]!.price).toContain("优惠券「HALFOFF」");
});
