import { beneficiaryEndpoints, payoutEndpoints as calls, payoutFamilies } from "@coralhub/contract";
import { formatMoney, moneyOf } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batchReaches, american, openSheet, pay, prepareBatch } from "../batches/batches-fixture.ts";
import { callOpen } from "../developer/developer-fixture.ts";
import { bookProblems, minor, moneyOn, until, type Desk } from "../income/income-fixture.ts";
import { bankWill, certifiedMerchant, fundedAccount, startPayouts, usd } from "./payouts-fixture.ts";
import { programPayer, type ProgramPayer } from "./program-payer-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
  await bankWill(desk, "pay", 0, "clearing");
});
afterAll(() => desk.close());

const { supplier } = payoutFamilies;
const times = <T>(count: number, what: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, what));
/** Eight at a time: this part is not what is tried. */
async function calmly<T>(count: number, what: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun++ < count) done.push(await what());
  };
  await times(8, lane);
  return done;
}

/** Written down and priced: everything up to the confirmation. */
async function prepared({ app, source, beneficiaryId }: ProgramPayer, count: number, amount: string) {
  const body = { accountId: source.id, beneficiaryId, amount: { currency: "USD", amount } };
  return calmly(count, async () => {
    const created = await callOpen(desk, app, { method: "POST", path: "/payouts/supplier", body });
    const quote = await callOpen(desk, app, { method: "POST", path: "/payouts/supplier/quote", body });
    expect([created.status, quote.status], created.msg + quote.msg).toEqual([200, 200]);
    return {
      id: (created.data as { id: string }).id,
      quoteId: (quote.data as { quoteId: string }).quoteId,
    };
  });
}
const confirm = ({ app }: ProgramPayer, { id, quoteId }: { id: string; quoteId: string }, requestId?: string) =>
  callOpen(desk, app, {
    method: "POST",
    path: `/payouts/${id}/confirm`,
    body: { quoteId },
    ...(requestId && { requestId }),
  });

const statesOf = async ({ merchant }: ProgramPayer): Promise<Record<string, number>> => {
  const rows = await desk.database.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from payout where merchant_id = $1 group by 1",
    [merchant.userId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
/** Each instruction reached the bank once, and its statement says what the books say. */
async function atTheBank({ merchant }: ProgramPayer): Promise<{ count: number; most: number }> {
  const [row] = await desk.database.query<{ count: number; most: number }>(
    `select count(*)::int as count, coalesce(max(b.instructed), 0)::int as most from payout p
       join sandbox_payout b on b.reference = p.rail_reference where p.merchant_id = $1`,
    [merchant.userId],
  );
  return row!;
}
const settled = (who: ProgramPayer, count: number) =>
  until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await statesOf(who))["completed"] === count ? true : undefined;
  });

test("100 payments at once with money for 10: exactly ten go", { timeout: 90_000 }, async () => {
  const who = await programPayer(desk, "1000.00");
  const requests = await prepared(who, 100, "100.00");
  const answers = await Promise.all(requests.map((request) => confirm(who, request)));
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refusals.length).toBe(10);
  expect(new Set(refusals.map(({ msg }) => msg)).size, "all for want of money").toBe(1);
  await settled(who, 10);
  expect(await statesOf(who)).toEqual({ completed: 10, unverified: 90 });
  expect(await moneyOn(desk, who.merchant, who.source.id)).toEqual({ available: 0n, held: 0n });
  expect(await atTheBank(who)).toEqual({ count: 10, most: 1 });
  expect(await bookProblems(desk)).toEqual([]);
});

test("one key fifty times is one payment", { timeout: 60_000 }, async () => {
  const who = await programPayer(desk, "1000.00");
  const [request] = await prepared(who, 1, "100.00");
  const answers = await times(50, () => confirm(who, request!, "the-same-key-50"));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  // Whoever came while it was under way is told so; whoever came after got the same answer.
  expect(new Set(answers.flatMap(({ status, data }) => (status === 200 ? [JSON.stringify(data)] : []))).size).toBe(1);
  await settled(who, 1);
  expect(await moneyOn(desk, who.merchant, who.source.id)).toEqual({ available: minor("900.00"), held: 0n });
  expect(await atTheBank(who)).toEqual({ count: 1, most: 1 });
});

test("a supplier's maximum holds under twenty payments at once", { timeout: 60_000 }, async () => {
  const who = await programPayer(desk, "3000.00", "500.00");
  const requests = await prepared(who, 20, "100.00");
  const answers = await Promise.all(requests.map((request) => confirm(who, request)));
  const gone = answers.filter(({ status }) => status === 200).length;
  await settled(who, gone);
  const { left, maximum } = await desk.call(beneficiaryEndpoints.payee, { id: who.beneficiaryId }, who.merchant);
  const { arrives } = await desk.call(
    supplier.trial,
    { accountId: who.source.id, beneficiaryId: who.beneficiaryId, amount: moneyOf("USD", 10_000n) },
    who.merchant,
  );
  // As many as fit, and not one more.
  expect(left!.minor).toBe(maximum!.minor - BigInt(gone) * arrives.minor);
  expect(left!.minor).toBeGreaterThanOrEqual(0n);
  expect(left!.minor).toBeLessThan(arrives.minor);
  expect(await bookProblems(desk)).toEqual([]);
});

test("a sheet confirmed twice and cancelled at the same time has one outcome", { timeout: 60_000 }, async () => {
  for (const round of [1, 2, 3]) {
    const merchant = await certifiedMerchant(desk);
    const source = await fundedAccount(desk, merchant, "2000.00");
    const sheet = await openSheet(desk, merchant, [american(round * 10 + 1), american(round * 10 + 2)]);
    const { confirmation } = await prepareBatch(desk, merchant, sheet.id);
    const outcomes = await Promise.allSettled([
      desk.call(pay.confirm, confirmation, merchant),
      desk.call(pay.cancel, { id: sheet.id }, merchant),
      desk.call(pay.confirm, confirmation, merchant),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const cancelled = outcomes[1].status === "fulfilled";
    await batchReaches(desk, merchant, sheet.id, cancelled ? "cancelled" : "completed");
    const [{ count }] = (await desk.database.query<{ count: number }>(
      "select count(*)::int as count from payout where merchant_id = $1",
      [merchant.userId],
    )) as [{ count: number }];
    expect(count).toBe(cancelled ? 0 : 2);
    const { held } = await moneyOn(desk, merchant, source.id);
    expect(held).toBe(0n);
  }
  expect(await bookProblems(desk)).toEqual([]);
});

test(
  "suppliers: added, paid by several ways, never above their maximum however many pay at once",
  { timeout: 60_000 },
  async () => {
    const merchant = await certifiedMerchant(desk);
    const source = await fundedAccount(desk, merchant, "9000.00");
    await bankWill(desk, "pay", 0, "clearing");
    await bankWill(desk, "pay", 0, "swift");
    await desk.call(beneficiaryEndpoints.sendAccountCode, {}, merchant);
    const verificationCode = await desk.codeSentTo(merchant.mobile);
    const request = {
      supplierName: "SAIGON THREAD CO., LTD",
      bankAccount: "0071 0046 8829",
      bankCurrency: "VND",
      supplierCountryCode: "VN",
      swiftCode: "bftvvnvx",
      purpose: "goods",
      bankAccountHolder: "SAIGON THREAD CO., LTD",
      firstName: "SAIGON THREAD CO., LTD",
      maximumAmount: moneyOf("VND", 20_000_000n),
      verificationCode,
    } as const;
    const { id: beneficiaryId, state } = await desk.call(beneficiaryEndpoints.addSupplier, request, merchant);
    expect(state).toBe("approved");
    const order = { accountId: source.id, amount: usd("600.00"), beneficiaryId };
    const offers = await desk.call(supplier.ways, order, merchant);
    expect(offers.map(({ way, problem }) => [way, problem])).toEqual([["local", null]]);
    // One wallet by both of its currency's codes is one account named twice.
    const half = moneyOf("AED", 100_000n);
    const parts = ["wallet:AED", "wallet:GAE"].map((accountId) => ({ accountId, amount: half }));
    const twice = { ...order, accountId: "wallet:AED", amount: moneyOf("AED", 200_000n), parts };
    await expect(desk.call(supplier.trial, twice, merchant)).rejects.toMatchObject({ reason: "payout.sources_differ" });
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => (await desk.call(supplier.apply, order, merchant)).id),
    );
    await desk.call(supplier.sendCode, { id: ids[0]! }, merchant);
    const verifyCode = await desk.codeSentTo(merchant.mobile);
    const quote = await desk.call(supplier.trial, order, merchant);
    expect(
      await desk.call(supplier.confirm, { id: ids[0]!, quoteId: quote.quoteId, verifyCode }, merchant),
    ).toMatchObject({ state: "submitted" });
    const done = await reachesAny(ids[0]!, merchant, "completed");
    expect(done.payeeName).toBe("SAIGON THREAD CO., LTD");
    const { left, maximum } = await desk.call(beneficiaryEndpoints.payee, { id: beneficiaryId }, merchant);
    expect(maximum!.minor - left!.minor).toBe(quote.arrives.minor);
    // Twice as much again is above what is left.
    desk.clock.advance({ seconds: 61 });
    await desk.call(supplier.sendCode, { id: ids[1]! }, merchant);
    const secondCode = await desk.codeSentTo(merchant.mobile);
    const second = await desk.call(supplier.trial, order, merchant);
    await expect(
      desk.call(supplier.confirm, { id: ids[1]!, quoteId: second.quoteId, verifyCode: secondCode }, merchant),
    ).rejects.toMatchObject({ reason: "payout.payee_maximum" });
    expect(formatMoney(done.amount)).toBe("600.00");
    expect(await bookProblems(desk)).toEqual([]);
  },
);

async function reachesAny(id: string, merchant: { token: string }, state: string) {
  for (let tries = 0; tries < 200; tries++) {
    await desk.app.platform.outbox.deliverDue();
    const payout = await desk.call(calls.payout, { id }, merchant);
    if (payout.state === state) return payout;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("waited in vain");
}
