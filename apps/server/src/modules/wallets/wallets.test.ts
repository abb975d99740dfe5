import {
  activityEndpoints,
  beneficiaryEndpoints,
  identityEndpoints,
  messageEndpoints,
  operationsEndpoints,
  payoutFamilies,
  walletDeskEndpoints as deskCalls,
  walletEndpointTable as calls,
} from "@coralhub/contract";
import {
  accountCode,
  formatMoney,
  isWalletNumber,
  parseMoney,
  startOfShanghaiDay,
  toShanghaiDay,
  walletNumber,
} from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, moneyOn, payIn, until } from "../income/income-fixture.ts";
import { startExchange, walletBalances, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { callOpen, program } from "../developer/developer-fixture.ts";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import {
  accountCode as accountCodeOf,
  bankWill,
  bindAccount,
  certifiedMerchant,
  fundedAccount,
  limitsAre,
  prepare,
  rested,
} from "../payouts/payouts-fixture.ts";
import { freeze, fundByHand, fundingCode, setRule, sweepNow, textsTo, transferOnStatement } from "./wallets-fixture.ts";

let desk: ExchangeDesk;
let second: TestServer;
beforeAll(async () => {
  desk = await startExchange();
  second = await startTestServer({ database: desk.database, clock: desk.clock });
});
afterAll(async () => {
  await second.close();
  await desk.close();
});

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const usd = (text: string) => parseMoney(text, "USD");
const numberOf = async (merchant: TestMerchant) => (await desk.call(calls.walletOverview, {}, merchant)).number;
const recorded = async (merchant: TestMerchant, wallet: "in" | "out") =>
  (await desk.call(activityEndpoints.transactions, { wallet }, merchant)).records.map(({ kind }) => kind);

async function transfer(from: TestMerchant, to: { number: string; name: string }, amount: string) {
  const { id } = await desk.call(calls.applyWalletTransfer, { ...to, amount: usd(amount), note: "货款" }, from);
  await desk.call(calls.sendWalletCode, { id }, from);
  const verifyCode = await desk.codeSentTo(from.mobile);
  return { id, verifyCode };
}

test("a wallet number checks itself, and everybody has one for good", async () => {
  expect(isWalletNumber(walletNumber("80000000001"))).toBe(true);
  expect(isWalletNumber("800000000010")).toBe(walletNumber("80000000001") === "800000000010");
  const merchant = await certifiedMerchant(desk);
  const number = await numberOf(merchant);
  expect(isWalletNumber(number)).toBe(true);
  expect(await numberOf(merchant)).toBe(number);
});

test("from a receiving account into the wallet: a code for it, at once, exactly, once per key", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "500.00");
  const request = { accountId: source.id, amount: usd("200.00") };
  const verifyCode = await fundingCode(desk, merchant, request);
  expect(await textsTo(desk, merchant)).toContain(` USD 尾号 ${source.number.slice(-4)} 转入钱包 USD 200.00，`);
  const fund = (more: object, who: object = merchant) =>
    desk.call(calls.fundWallet, { ...request, verifyCode, ...more }, { ...merchant, ...who });
  await expect(fund({ verifyCode: "" })).rejects.toMatchObject({
    reason: "input.invalid",
    fields: { verifyCode: "请填写 6 位数字验证码" },
  });
  // It is good for this account and this amount, and for nothing else; what it does not open has moved nothing.
  await expect(fund({ amount: usd("200.01") })).rejects.toEqual(refused("identity.code_wrong"));
  expect(await walletBalances(desk, merchant)).toEqual({});
  const key = { idempotencyKey: `fund-${source.id}` };
  const [first, again] = [await fund({}, key), await fund({}, key)];
  expect(again.id).toBe(first.id);
  await expect(fund({})).rejects.toEqual(refused("identity.code_dead"));
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: 30_000n, held: 0n });
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 20_000n });
  // What is not there is said before a code is sent.
  await expect(fundByHand(desk, merchant, { ...request, amount: usd("900.00") })).rejects.toEqual(
    refused("ledger.insufficient_funds"),
  );
  const { wallets, total } = await desk.call(calls.walletOverview, {}, merchant);
  expect(wallets).toMatchObject([{ currency: "USD", available: usd("200.00"), collected: usd("300.00") }]);
  expect(total!.minor).toBeGreaterThan(0n);
  const { records } = await desk.call(activityEndpoints.moneyEvents, {}, merchant);
  expect(records.map(({ kind, direction, net }) => [kind, direction, formatMoney(net)])).toEqual([
    ["funding", "transfer", "0.00"],
    ["income", "in", "500.00"],
  ]);
  expect([await recorded(merchant, "in"), await recorded(merchant, "out")]).toEqual([["funding"], []]);
  // A code for paying is sent within the same minute: it is counted apart.
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  expect((await prepare(desk, merchant, source.id, "100.00")).confirmation.verifyCode).toMatch(/^\d{6}$/);
  expect(await bookProblems(desk)).toEqual([]);
});

test("a standing rule moves what is above an amount, once, though two servers look", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "400.00");
  const rule = { accountId: source.id, keep: usd("150.00"), rhythm: "arrival" } as const;
  const unproven = { ...rule, verifyCode: "000000" };
  await expect(desk.call(calls.setSweep, unproven, merchant)).rejects.toEqual(refused("identity.code_dead"));
  const { id } = await setRule(desk, merchant, rule);
  expect(await textsTo(desk, merchant)).toMatch(/尾号 \d{4} 自动转入钱包（[^，]+），账户里留下 USD 150\.00/);
  await expect(setRule(desk, merchant, rule)).rejects.toEqual(refused("wallet.sweep_exists"));
  await Promise.all([desk, second, desk, second].map(sweepNow));
  await until(async () => ((await walletBalances(desk, merchant))["wallet:USD"] === 25_000n ? true : undefined));
  await payIn(desk, source.number, "30.00");
  await until(async () => {
    await sweepNow(second);
    return (await walletBalances(desk, merchant))["wallet:USD"] === 28_000n ? true : undefined;
  });
  expect((await moneyOn(desk, merchant, source.id)).available).toBe(15_000n);
  await desk.call(calls.removeSweep, { id }, merchant);
  expect((await desk.call(calls.walletSources, {}, merchant))[0]!.sweep).toBeNull();
  await freeze(desk, source.id);
  await expect(setRule(desk, merchant, rule)).rejects.toEqual(refused("wallet.account_unusable"));
  await expect(desk.call(calls.setSweep, unproven, merchant)).rejects.toEqual(refused("wallet.account_unusable"));
  expect(await bookProblems(desk)).toEqual([]);
});

test("to another merchant's wallet: number and name belong together, a code for this payee and amount, both books at once", async () => {
  const payer = await certifiedMerchant(desk, "mainland", "深圳南屿科技有限公司");
  const payee = await certifiedMerchant(desk, "hongkong", "NORTH BAY TRADING (HK) LIMITED");
  await desk.fund(payer, "USD", "1000.00");
  const to = { number: await numberOf(payee), name: "north bay trading（HK）limited" };
  const wrong = { ...to, name: "SOMEBODY ELSE" };
  await expect(desk.call(calls.checkWalletPayee, wrong, payer)).rejects.toEqual(refused("wallet.payee_unknown"));
  await expect(desk.call(calls.checkWalletPayee, { ...to, number: await numberOf(payer) }, payer)).rejects.toEqual(
    refused("wallet.payee_self"),
  );
  expect(await desk.call(calls.checkWalletPayee, to, payer)).toMatchObject({ maskedName: "NO•••ITED" });

  const { id, verifyCode } = await transfer(payer, to, "300.00");
  await expect(desk.call(calls.confirmWalletTransfer, { id, verifyCode: "000000" }, payer)).rejects.toBeDefined();
  const confirm = () =>
    desk.call(calls.confirmWalletTransfer, { id, verifyCode }, { ...payer, idempotencyKey: `t-${id}` });
  const answers = await Promise.allSettled([confirm(), confirm(), confirm()]);
  expect(answers.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(await walletBalances(desk, payer)).toEqual({ "wallet:USD": 70_000n });
  expect(await walletBalances(desk, payee)).toEqual({ "wallet:USD": 30_000n });
  const [sent] = (await desk.call(activityEndpoints.moneyEvents, {}, payer)).records;
  const [received] = (await desk.call(activityEndpoints.moneyEvents, {}, payee)).records;
  expect([sent!.kind, formatMoney(sent!.net), received!.kind, formatMoney(received!.net)]).toEqual([
    "transferOut",
    "-300.00",
    "transferIn",
    "300.00",
  ]);
  expect((await desk.call(messageEndpoints.messages, {}, payee)).records[0]!.title).toBe(
    "深圳南屿科技有限公司 转来 USD 300.00",
  );
  expect((await desk.call(calls.walletTransfer, { id }, payer)).timeline.map(({ label }) => label)).toEqual([
    "填写转账",
    "验证通过，对方已到账",
  ]);
  const paper = async (language?: "en") => {
    const { blob } = await desk.call(calls.walletReceipt, { id, ...(language && { language }) }, payer);
    return pdfText(new Uint8Array(await blob.arrayBuffer()));
  };
  expect(await paper()).toContain("钱包转账回单 Wallet Transfer Advice");
  const english = await paper("en");
  for (const words of ["Sent to another merchant", "USD 300.00", "NORTH BAY", "Beijing time"]) {
    expect(english).toContain(words);
  }
  expect(english.replaceAll(/深圳南屿科技有限公司|货款/g, "")).not.toMatch(/\p{Script=Han}/u);
  expect(await transferOnStatement(desk, payer)).toContain(",NORTH BAY TRADING (HK) LIMITED,");
  expect(await transferOnStatement(desk, payee)).toContain(",深圳南屿科技有限公司,");
  const clearing = accountCode("house.clearing", "USD", "internal");
  const [out, back] = await Promise.all([payer, payee].map(({ userId }) => desk.ledger.balance(userId, clearing)));
  expect(out!.minor + back!.minor).toBe(0n);
  expect(await bookProblems(desk)).toEqual([]);
});

test("fault 1: a transfer confirmed while the payee's account is being closed waits for the closing and does not go", async () => {
  const payer = await certifiedMerchant(desk);
  const payee = await certifiedMerchant(desk, "hongkong", "EAST BAY TRADING (HK) LIMITED");
  await desk.fund(payer, "USD", "100.00");
  const to = { number: await numberOf(payee), name: "EAST BAY TRADING (HK) LIMITED" };
  const request = await transfer(payer, to, "100.00");
  const closing = new pg.Client({ connectionString: desk.database.url });
  await closing.connect();
  await closing.query("begin");
  await closing.query("select from merchant where merchant_id = $1 for update", [payee.userId]);
  await closing.query("update merchant set closed_at = now() where merchant_id = $1", [payee.userId]);
  const confirming = desk.call(calls.confirmWalletTransfer, request, payer).then(
    () => "gone",
    (error: { reason: string }) => error.reason,
  );
  await until(async () => {
    const [waits] = await desk.database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%merchant%'",
    );
    return waits;
  });
  await closing.query("commit");
  await closing.end();
  expect(await confirming).toBe("wallet.payee_unknown");
  expect(await walletBalances(desk, payer)).toEqual({ "wallet:USD": 10_000n });
});

test("names, order and hidden currencies are kept; a dictionary is the pages' own table", async () => {
  const merchant = await certifiedMerchant(desk);
  const accounts = [
    { currency: "EUR", name: "德国货款", hidden: false },
    { currency: "USD", name: "", hidden: true },
  ] as const;
  await desk.call(calls.setWalletAccounts, { accounts: [...accounts] }, merchant);
  const { wallets } = await desk.call(calls.walletOverview, {}, merchant);
  const shown = wallets.map(({ currency, name, hidden }) => `${currency} ${name} ${hidden}`);
  expect(shown).toEqual(["EUR 德国货款 false", "USD 美元钱包 true"]);
  await fundedAccount(desk, merchant, "50.00");
  const [, dollars] = (await desk.call(calls.walletOverview, {}, merchant)).wallets;
  expect(dollars, "money is never hidden, wherever it is").toMatchObject({ currency: "USD", hidden: false });
  const words = await desk.call(calls.dictionary, { dictType: "user_biz_status" }, merchant);
  expect(words).toContainEqual({ dictValue: "moving", dictLabel: "处理中" });
  const unknown = desk.call(calls.dictionary, { dictType: "nothing" }, merchant);
  await expect(unknown).rejects.toEqual(refused("wallet.dictionary_unknown"));
});

const { withdrawal } = payoutFamilies;

test("from the wallet to the own bank account: written down by the gateway's call, then quote, code, bank and receipt", async () => {
  const merchant = await certifiedMerchant(desk);
  await desk.fund(merchant, "USD", "900.00");
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  for (const bank of ["citic", "clearing"] as const) await bankWill(desk, "pay", 0, bank);
  const request = { accountId: "wallet:USD", amount: usd("300.00") };
  const source = await fundedAccount(desk, merchant, "50.00");
  await expect(
    desk.call(calls.applyFromWallet, { ...request, kind: "withdrawal", accountId: source.id }, merchant),
  ).rejects.toEqual(refused("input.invalid"));
  const { id } = await desk.call(calls.applyFromWallet, { ...request, kind: "withdrawal" }, merchant);
  await desk.call(withdrawal.sendCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { quoteId, arrives } = await desk.call(withdrawal.trial, request, merchant);
  await desk.call(withdrawal.confirm, { id, quoteId, verifyCode }, merchant);
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 60_000n, "hold:USD:wallet": 30_000n });
  const done = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const payout = await desk.call(withdrawal.detail, { id }, merchant);
    return payout.state === "completed" ? payout : undefined;
  });
  expect(done).toMatchObject({ sources: [{ accountId: "wallet:USD", label: "钱包 USD" }], arrives });
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 60_000n });
  expect([await recorded(merchant, "in"), await recorded(merchant, "out")]).toEqual([[], ["withdrawal"]]);
  const receipt = await desk.call(withdrawal.receipt, { id }, merchant);
  expect(receipt.blob.type).toBe("application/pdf");
  expect(await bookProblems(desk)).toEqual([]);
});

test("before paying, the same payment is compared through the wallet and from another currency held", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "900.00");
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  await desk.fund(merchant, "USD", "500.00");
  await desk.fund(merchant, "EUR", "5000.00");
  // Too little for it: no choice.
  await desk.fund(merchant, "HKD", "900.00");
  const request = { accountId: source.id, amount: usd("300.00") };
  const [wallet, euros, ...more] = await desk.call(withdrawal.elsewhere, request, merchant);
  expect(more).toEqual([]);
  expect(wallet).toMatchObject({ accountId: "wallet:USD", problem: null, price: { amount: usd("300.00") } });
  expect(euros).toMatchObject({
    accountId: "wallet:EUR",
    problem: null,
    price: {
      amount: { currency: "EUR" },
      mid: expect.any(String) as string,
      markupBasisPoints: expect.any(String) as string,
      arrives: { currency: "CNY" },
    },
  });
  // Of the same worth: about as much arrives.
  const share = Number(euros!.price!.arrives.minor) / Number(wallet!.price!.arrives.minor);
  expect(Math.abs(share - 1)).toBeLessThan(0.05);
});

test("what holds the payee's own currency is compared first, however many wallets there are, and the rest by what arrives", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "900.00");
  const verificationCode = await accountCodeOf(desk, merchant);
  const dollars = { currency: "USD", bankCountryCode: "US", clearCode: "021000021", bankNo: "4830000078" } as const;
  const holder = { bankAccountType: "checking", nameOfAccountHolder: "SHENZHEN NANYU TECHNOLOGY CO LTD" } as const;
  const input = { ...dollars, ...holder, verificationCode };
  const { id: beneficiaryId } = await desk.call(beneficiaryEndpoints.addOwnAccount, input, merchant);
  await desk.database.query("update beneficiary set state = 'approved' where id = $1", [beneficiaryId]);
  await rested(desk, merchant);
  for (const currency of ["EUR", "GBP", "HKD", "AUD"] as const) await desk.fund(merchant, currency, "9000.00");
  const request = { accountId: "wallet:EUR", amount: parseMoney("300.00", "EUR"), beneficiaryId };
  const [own, ...others] = await desk.call(withdrawal.elsewhere, request, merchant);
  expect(own).toMatchObject({ accountId: source.id, price: { rate: null, arrives: { currency: "USD" } } });
  const arrives = others.map(({ price }) => price!.arrives.minor);
  expect(arrives).toHaveLength(2);
  expect(arrives[0]).toBeGreaterThanOrEqual(arrives[1]!);
});

test("fault 3: money to another merchant is under the sums of payments: counted together, under one lock", async () => {
  const payer = await certifiedMerchant(desk);
  const payee = await certifiedMerchant(desk, "hongkong", "SOUTH BAY TRADING (HK) LIMITED");
  const source = await fundedAccount(desk, payer, "900.00");
  await bindAccount(desk, payer);
  await rested(desk, payer);
  await desk.fund(payer, "USD", "1000.00");
  const to = { number: await numberOf(payee), name: "SOUTH BAY TRADING (HK) LIMITED" };
  const app = await program(desk, payer);
  await limitsAre(desk, { approval: 500, mainland: 600 });
  try {
    const write = (amount: string) =>
      desk.call(calls.applyWalletTransfer, { ...to, amount: usd(amount), note: "货款" }, payer);
    // Each of them fits while nothing has gone. At once, no more of them go than fit together.
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push((await write("100.00")).id);
    const answers = await Promise.all(
      ids.map((id) => callOpen(desk, app, { method: "POST", path: `/wallet/transfers/${id}/confirm`, body: {} })),
    );
    const gone = answers.filter(({ status }) => status === 200);
    const stopped = answers.filter(({ status }) => status !== 200).map(({ code }) => code);
    expect([gone.length, stopped]).toEqual([5, Array(3).fill(19038)]);
    expect(await walletBalances(desk, payee)).toEqual({ "wallet:USD": 50_000n });
    // Whoever writes one down now reads it there, before any code.
    await expect(write("1.00")).rejects.toMatchObject({
      reason: "payout.review_needed",
      fields: { amount: expect.stringContaining("现在还可以转 USD 0.00") as string },
    });
    await expect(write("100.01")).rejects.toEqual(refused("payout.daily_limit"));
    // A payment to a bank finds the transfers in its sums.
    await expect(prepare(desk, payer, source.id, "100.01")).rejects.toEqual(refused("payout.daily_limit"));
  } finally {
    await limitsAre(desk, {});
  }
});

test("a wallet that holds money stays reachable after its gray release is closed; an empty one does not", async () => {
  const [rich, poor] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  await desk.fund(rich, "USD", "5.00");
  const set = (mode: "on" | "off") =>
    desk.call(
      operationsEndpoints.changeFlag,
      { flag: "multiCurrencyWallet", mode, percentage: 0, merchantIds: [], reason: "试用" },
      desk.admin,
    );
  await set("off");
  const inGray = async (who: TestMerchant) => (await desk.call(identityEndpoints.inMultiCurrencyGray, {}, who)).inGray;
  expect([await inGray(rich), await inGray(poor)]).toEqual([true, false]);
  expect((await desk.call(calls.walletOverview, {}, rich)).wallets).toHaveLength(1);
  await expect(desk.call(calls.walletOverview, {}, poor)).rejects.toEqual(refused("not_found"));
  await set("on");
});

test("finance sees all wallets together, each transfer once, and one wallet by its number; looking is recorded", async () => {
  const payer = await certifiedMerchant(desk, "mainland", "深圳南屿科技有限公司");
  const payee = await certifiedMerchant(desk, "hongkong", "SOUTH BAY TRADING LIMITED");
  const source = await fundedAccount(desk, payer, "500.00");
  await fundByHand(desk, payer, { accountId: source.id, amount: usd("400.00") });
  const number = await numberOf(payee);
  const before = (await desk.call(deskCalls.walletTotals, {}, desk.finance)).currencies[0]!;
  const { id, verifyCode } = await transfer(payer, { number, name: "SOUTH BAY TRADING LIMITED" }, "120.00");
  await desk.call(calls.confirmWalletTransfer, { id, verifyCode }, payer);

  const after = (await desk.call(deskCalls.walletTotals, {}, desk.finance)).currencies[0]!;
  expect(after).toMatchObject({ currency: "USD", wallets: before.wallets, fundedToday: before.fundedToday });
  expect(after.sentToday.minor - before.sentToday.minor).toBe(12_000n);
  const { records } = await desk.call(deskCalls.walletDesk, { filters: { otherNumber: number } }, desk.finance);
  expect(records).toMatchObject([{ id, merchantId: payer.userId, kind: "sent", state: "completed" }]);
  const key = { merchantId: payer.userId, id };
  const shown = await desk.call(deskCalls.walletTransferCase, key, desk.finance);
  expect(shown).toMatchObject({ otherMerchantId: payee.userId, otherNumber: number, state: "completed" });
  const wallet = await desk.call(deskCalls.walletByNumber, { number }, desk.finance);
  expect(wallet).toMatchObject({ merchantId: payee.userId, holderName: "SOUTH BAY TRADING LIMITED" });
  expect(wallet.wallets).toMatchObject([{ currency: "USD", available: usd("120.00") }]);
  await expect(
    desk.call(deskCalls.walletByNumber, { number: walletNumber("89999999999") }, desk.finance),
  ).rejects.toEqual(refused("wallet.number_unknown"));
  await expect(desk.call(deskCalls.walletTotals, {}, desk.reviewer)).rejects.toEqual(refused("access.denied"));
  const looks = await desk.database.query<{ action: string }>(
    "select action from audit_entry where subject in ($1, $2) order by action",
    [`wallet_transfer:${id}`, `wallet:${number}`],
  );
  expect(looks.map(({ action }) => action)).toEqual(["wallet.transfer_viewed", "wallet.viewed"]);
});

// The last one: it moves the clock by days, and whoever was signed in is not any more.
test("a daily rule moves once a day, from its hour on; one that breaks holds up none behind it", async () => {
  const [broken, merchant] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const accounts: string[] = [];
  for (const one of [broken, merchant]) {
    accounts.push((await fundedAccount(desk, one, "400.00")).id);
    await setRule(desk, one, { accountId: accounts.at(-1)!, keep: usd("150.00"), rhythm: "daily" });
  }
  const HOUR_MS = 3_600_000;
  const tomorrow = startOfShanghaiDay(toShanghaiDay(new Date(desk.clock.now().getTime() + 24 * HOUR_MS))).getTime();
  const atHour = (day: number, hour: number) => desk.clock.set(new Date(tomorrow + (day * 24 + hour) * HOUR_MS));
  const sweep = () => desk.app.platform.jobs.run("wallets.sweep", {});
  const moved = async () => {
    const both = await Promise.all([broken, merchant].map((one) => walletBalances(desk, one)));
    return both.map((balances) => balances["wallet:USD"] ?? 0n);
  };
  atHour(0, 17);
  await sweep();
  expect(await moved()).toEqual([0n, 0n]);

  atHour(0, 18);
  await desk.database.query(`
    create function break_sweep() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_sweep before insert on wallet_transfer for each row
      when (new.merchant_id = '${broken.userId}') execute function break_sweep()`);
  await expect(sweep()).rejects.toThrow("rules not carried out: 1");
  expect(await moved()).toEqual([0n, 25_000n]);
  await desk.database.query("drop trigger break_sweep on wallet_transfer; drop function break_sweep()");
  await desk.ledger.post({
    merchantId: merchant.userId,
    key: `more:${accounts[1]}`,
    reason: "income.credited",
    transfers: [
      {
        from: accountCode("house.nostro", "USD", "bank"),
        to: accountCode("collection", "USD", accounts[1]!),
        amount: usd("30.00"),
      },
    ],
  });
  await sweep();
  expect(await moved()).toEqual([25_000n, 25_000n]);
  atHour(1, 17);
  await sweep();
  expect(await moved()).toEqual([25_000n, 25_000n]);
  atHour(1, 18);
  await sweep();
  expect(await moved()).toEqual([25_000n, 28_000n]);
});
