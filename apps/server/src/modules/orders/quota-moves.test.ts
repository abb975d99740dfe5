import {
  exchangeEndpoints as fx,
  homeEndpoints,
  orderDeskEndpoints,
  orderEndpoints as calls,
  payoutFamilies,
  sandboxOrderEndpoints as market,
  walletEndpointTable as wallet,
} from "@coralhub/contract";
import { parseMoney, type Currency } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runJob, startExchange, walletBalances, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, until as waitFor } from "../income/income-fixture.ts";
import {
  atBank,
  bankWill,
  bindAccount,
  certifiedMerchant,
  citic,
  fundedAccount,
  reaches,
  rested,
  withdraw,
  type Source,
} from "../payouts/payouts-fixture.ts";
import { fundByHand } from "../wallets/wallets-fixture.ts";
import { quotaOf } from "./orders-fixture.ts";

let desk: ExchangeDesk;
beforeAll(async () => {
  desk = await startExchange();
  await bankWill(desk, "pay");
});
afterAll(() => desk.close());

const refused = (reason: string, message?: string): unknown =>
  expect.objectContaining({ reason, ...(message && { message: expect.stringContaining(message) as string }) });
const of = (currency: Currency) => (text: string) => parseMoney(text, currency);
const usd = of("USD");
const quota = async (merchant: TestMerchant) => {
  const { available, reserved, used, debt } = (await quotaOf(desk, merchant))!;
  return [available, reserved, used, debt].map(({ minor }) => Number(minor) / 100);
};

/** Money of a platform without any orders yet. */
async function unproven(amount: string, platform = "AMAZON"): Promise<{ merchant: TestMerchant; source: Source }> {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, amount, { platform, proven: false });
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  return { merchant, source };
}

test("a withdrawal sets quota aside, uses it when it settles, and gives it back when it fails or returns", async () => {
  const { merchant, source } = await unproven("1000.00");
  const request = { accountId: source.id, amount: usd("300.00") };
  const trial = await desk.call(citic.trial, request, merchant);
  expect(trial.missingQuota).toEqual([usd("300.00")]);
  await expect(desk.call(citic.apply, request, merchant)).rejects.toEqual(refused("quota.short", "USD 300.00"));
  const { todos } = await desk.call(homeEndpoints.home, {}, merchant);
  expect(todos).toContainEqual(expect.objectContaining({ kind: "orders", amount: usd("1000.00") }));
  expect(todos.find(({ kind }) => kind === "orders")!.action.path).toContain("/uploadPre?id=");
  await desk.proveTrade(merchant.userId, usd("250.00"));
  await expect(desk.call(citic.apply, request, merchant)).rejects.toEqual(refused("quota.short", "USD 50.00"));
  expect((await quotaOf(desk, merchant))!.upload).toMatchObject({ platformCode: "AMAZON" });
  await desk.proveTrade(merchant.userId, usd("150.00"));
  await bankWill(desk, "silent");
  const first = await withdraw(desk, merchant, source.id, "300.00");
  expect(await quota(merchant)).toEqual([100, 300, 0, 0]);
  // Written down while there was enough: the confirmation looks again.
  const rival = await desk.call(citic.apply, { accountId: source.id, amount: usd("60.00") }, merchant);
  desk.clock.advance({ seconds: 61 });
  const second = await withdraw(desk, merchant, source.id, "100.00");
  desk.clock.advance({ seconds: 61 });
  await desk.call(citic.sendCode, { id: rival.id }, merchant);
  const { quoteId } = await desk.call(citic.trial, { accountId: source.id, amount: usd("60.00") }, merchant);
  const late = { id: rival.id, quoteId, verifyCode: await desk.codeSentTo(merchant.mobile) };
  await expect(desk.call(citic.confirm, late, merchant)).rejects.toEqual(refused("quota.short", "USD 60.00"));
  expect(await quota(merchant)).toEqual([0, 400, 0, 0]);
  const { reference } = await reaches(desk, merchant, first.id, "processing");
  const other = await reaches(desk, merchant, second.id, "processing");
  await atBank(desk, reference, "pay");
  await atBank(desk, other.reference, "refuse");
  expect(await quota(merchant)).toEqual([100, 0, 300, 0]);
  // From the payment to its orders, and back.
  const [use] = await desk.call(calls.quotaUse, { id: first.id }, merchant);
  expect(use).toMatchObject({ state: "consumed", amount: usd("300.00"), reference });
  expect(use!.behind.reduce((sum, order) => sum + order.amount.minor, 0n)).toBe(300_00n);
  const order = await desk.call(calls.order, { id: use!.behind[0]!.id }, merchant);
  expect(order.uses).toMatchObject([{ id: first.id, kind: "payout", reference }]);
  await atBank(desk, reference, "return");
  expect(await quota(merchant)).toEqual([400, 0, 0, 0]);
  expect((await desk.call(calls.quotaUse, { id: first.id }, merchant))[0]).toMatchObject({
    state: "released",
    behind: [],
  });
  await bankWill(desk, "pay");
  expect(await bookProblems(desk)).toEqual([]);
});

test("a buyer's refund after use is owed, shown, and made good by what comes back", async () => {
  await bankWill(desk, "pay");
  const { merchant, source } = await unproven("500.00");
  await desk.proveTrade(merchant.userId, usd("200.00"));
  const { id } = await withdraw(desk, merchant, source.id, "200.00");
  const { reference } = await reaches(desk, merchant, id, "completed");
  const [use] = await desk.call(calls.quotaUse, { id }, merchant);
  const refund = { merchantId: merchant.userId, orderId: use!.behind[0]!.id, amount: usd("80.00") };
  expect(await desk.call(market.refundOrder, refund, desk.admin)).toEqual({ taken: usd("0.00"), owed: usd("80.00") });
  expect(await quota(merchant)).toEqual([0, 0, 200, 80]);
  // The desk sees who owes, and no longer once it is made good.
  const owing = async () =>
    (await desk.call(orderDeskEndpoints.quotaDebtors, {}, desk.admin)).filter(
      (row) => row.merchantId === merchant.userId,
    );
  expect(await owing()).toMatchObject([{ debt: usd("80.00") }]);
  await desk.proveTrade(merchant.userId, usd("100.00"));
  expect(await owing()).toEqual([]);
  expect(await quota(merchant)).toEqual([20, 0, 200, 0]);
  await atBank(desk, reference, "return");
  expect(await quota(merchant)).toEqual([220, 0, 0, 0]);
});

test("no detour evades it: over the wallet, another currency, another merchant, an account that asks for none", async () => {
  const { merchant, source } = await unproven("1000.00");
  await fundByHand(desk, merchant, { accountId: source.id, amount: usd("900.00") });
  const exchange = async (who: TestMerchant, sell: Currency, buy: Currency, amount: string) => {
    const draft = await desk.call(fx.exchangeDraft, { sell, buy, sellAmount: of(sell)(amount) }, who);
    return { draft, place: () => desk.call(fx.placeConversion, { quoteId: draft.quoteId }, who) };
  };
  const straight = await exchange(merchant, "USD", "CNY", "100.00");
  expect(straight.draft.missingQuota).toEqual([usd("100.00")]);
  await expect(straight.place()).rejects.toEqual(refused("quota.short"));
  // Euros bought with a platform's dollars ask for orders in dollars.
  await (await exchange(merchant, "USD", "EUR", "500.00")).place();
  const euros = (await walletBalances(desk, merchant))["wallet:EUR"]!;
  const half = { sell: "EUR", buy: "CNY", sellAmount: { currency: "EUR", minor: euros / 2n } } as const;
  const detour = await desk.call(fx.exchangeDraft, half, merchant);
  expect(detour.missingQuota).toMatchObject([{ currency: "USD" }]);
  expect(Number(detour.missingQuota[0]!.minor)).toBeCloseTo(250_00, -1);
  await desk.proveTrade(merchant.userId, usd("300.00"));
  const again = await desk.call(fx.exchangeDraft, half, merchant);
  expect(again.missingQuota).toEqual([]);
  const { id } = await desk.call(fx.placeConversion, { quoteId: again.quoteId }, merchant);
  expect(await desk.call(calls.quotaUse, { id }, merchant)).toMatchObject([{ kind: "conversion", state: "consumed" }]);
  // What was asked once is not asked again on its way out in CNY.
  const bought = (await walletBalances(desk, merchant))["wallet:CNY"]!;
  const out = { accountId: "wallet:CNY", amount: { currency: "CNY" as const, minor: bought } };
  expect((await desk.call(payoutFamilies.withdrawal.trial, out, merchant)).missingQuota).toEqual([]);
  // In another merchant's wallet it asks that one.
  const friend = await certifiedMerchant(desk, "mainland", "深圳北岸贸易有限公司");
  const { number } = await desk.call(wallet.walletOverview, {}, friend);
  const sent = { number, name: "深圳北岸贸易有限公司", amount: usd("400.00"), note: "" };
  const transfer = await desk.call(wallet.applyWalletTransfer, sent, merchant);
  await desk.call(wallet.sendWalletCode, { id: transfer.id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  await desk.call(wallet.confirmWalletTransfer, { id: transfer.id, verifyCode }, merchant);
  expect((await exchange(friend, "USD", "CNY", "150.00")).draft.missingQuota).toEqual([usd("150.00")]);
  // Paid in from elsewhere it is free, and so is a platform without goods.
  const rich = await certifiedMerchant(desk);
  await desk.fund(rich, "USD", "700.00");
  expect((await exchange(rich, "USD", "CNY", "700.00")).draft.missingQuota).toEqual([]);
  expect(await bookProblems(desk)).toEqual([]);
});

test("a target sets its quota aside with its money; what arrives waits for its orders", async () => {
  const { merchant, source } = await unproven("1000.00");
  await fundByHand(desk, merchant, { accountId: source.id, amount: usd("500.00") });
  const { rate } = await desk.call(fx.exchangeRate, { sell: "USD", buy: "CNY" }, merchant);
  const target = {
    sell: "USD",
    buy: "CNY",
    kind: "target",
    amount: usd("200.00"),
    target: String(Number(rate) * 1.01),
  };
  const until = new Date(desk.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  const request = { ...target, until, target: target.target.slice(0, 8) } as const;
  await expect(desk.call(fx.placeStandingOrder, request as never, merchant)).rejects.toEqual(refused("quota.short"));
  await desk.proveTrade(merchant.userId, usd("200.00"));
  const order = await desk.call(fx.placeStandingOrder, request as never, merchant);
  expect(await quota(merchant)).toEqual([0, 200, 0, 0]);
  await desk.call(fx.cancelStandingOrder, { id: order.id }, merchant);
  expect(await quota(merchant)).toEqual([200, 0, 0, 0]);
  await desk.call(fx.placeStandingOrder, { sell: "USD", buy: "CNY", kind: "arrivals" } as never, merchant);
  await fundByHand(desk, merchant, { accountId: source.id, amount: usd("300.00") });
  await runJob(desk, "exchange.watch-orders");
  await waitFor(async () => ((await quota(merchant))[2] === 200 ? true : undefined));
  await runJob(desk, "exchange.watch-orders");
  const waiting = await waitFor(async () => {
    const [one] = await desk.call(fx.standingOrders, {}, merchant);
    return one?.problem ? one : undefined;
  });
  expect(waiting).toMatchObject({ state: "waiting", tries: 0 });
  expect(waiting.problem).toContain("USD 100.00");
});
