import { ledgerEndpoints as calls, operationsEndpoints, walletEndpointTable as walletCalls } from "@coralhub/contract";
import { accountCode, formatMoney, parseMoney, toShanghaiDay, transfer } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseUrls } from "../../platform/config.ts";
import { createDatabase, type Database } from "../../platform/db.ts";
import { createIds } from "../../platform/ids.ts";
import { createLog } from "../../platform/log.ts";
import { systemRandom } from "../../platform/random.ts";
import { holdPosting } from "./links.ts";
import { createWriter, type Writer } from "./writer.ts";

let server: TestServer;
let database: Database;
let writer: Writer;
let merchant: TestMerchant;
let poor: TestMerchant;

const wallet = accountCode("wallet", "USD");
const collection = accountCode("collection", "USD", "8810-01");
const nostro = accountCode("house.nostro", "USD", "bank");
const usd = (text: string) => parseMoney(text, "USD");

beforeAll(async () => {
  server = await startTestServer();
  database = createDatabase({ urls: databaseUrls(server.config), log: createLog({ level: "silent" }) });
  writer = createWriter({
    pool: database.openPipelines("test", 2),
    clock: server.clock,
    ids: createIds(server.clock, systemRandom),
  });
  [merchant, poor] = [await server.registerMerchant(), await server.registerMerchant()];
  const merchantId = merchant.userId;
  const post = (key: string, to: typeof wallet, text: string, reference: string) =>
    writer.post({
      merchantId,
      key,
      reason: "income.credited",
      reference,
      transfers: [transfer(nostro, to, usd(text))],
    });
  await post("a", wallet, "100.00", "ORDER-A");
  await post("b", wallet, "20.50", "ORDER-B");
  await post("c", collection, "7.00", "ORDER-C");
  await writer.post(
    holdPosting({ merchantId, key: "h", reason: "payout.requested", reference: "PAY-1" }, wallet, usd("30.00")),
  );
  await flag("on");
});
afterAll(async () => {
  await writer.close();
  await database.close();
  await server.close();
});

const flag = async (mode: "on" | "off") =>
  server.call(
    operationsEndpoints.changeFlag,
    { flag: "multiCurrencyWallet", mode, percentage: 0, merchantIds: [], reason: "试用" },
    { token: await server.operatorToken("admin") },
  );
const entries = (over: object = {}, who = merchant) =>
  server.call(calls.walletEntries, { account: wallet, ...over }, who);
const exported = async (over: object = {}) =>
  (await server.call(calls.exportWalletEntries, { account: wallet, filters: {}, ...over }, merchant)).blob.text();

test("balances by currency, each account with what is held for it; nothing for a merchant without money", async () => {
  const [books, ...others] = await server.call(calls.walletBalances, {}, merchant);
  expect(others).toEqual([]);
  const amounts = { available: books!.available, held: books!.held, processing: books!.processing };
  expect(books!.currency).toBe("USD");
  // The merchant's own payment is under way; nothing is held by us.
  expect(Object.values(amounts).map(formatMoney)).toEqual(["97.50", "0.00", "30.00"]);
  expect(
    books!.accounts.map(({ code, name, available, held }) => [code, name, formatMoney(available), formatMoney(held)]),
  ).toEqual([
    [collection, "8810-01", "7.00", "0.00"],
    [wallet, null, "90.50", "0.00"],
  ]);
  expect(await server.call(calls.walletBalances, {}, poor)).toEqual([]);
});

test("what is set aside on a card is under way in its currency, here as in the overview", async () => {
  const holder = await server.registerMerchant();
  const merchantId = holder.userId;
  const card = accountCode("card", "USD", "card");
  await writer.post({
    merchantId,
    key: "in",
    reason: "income.credited",
    transfers: [transfer(nostro, wallet, usd("9.00")), transfer(nostro, card, usd("8.00"))],
  });
  await writer.post(holdPosting({ merchantId, key: "shop", reason: "card.authorised" }, card, usd("3.00")));
  await writer.post(holdPosting({ merchantId, key: "pay", reason: "payout.requested" }, wallet, usd("2.00")));
  const [books] = await server.call(calls.walletBalances, {}, holder);
  const { wallets } = await server.call(walletCalls.walletOverview, {}, holder);
  const seen = { available: usd("7.00"), processing: usd("5.00"), held: usd("0.00") };
  expect(books).toMatchObject({ ...seen, accounts: [{ code: wallet, processing: usd("2.00") }] });
  expect(wallets.find(({ currency }) => currency === "USD")).toMatchObject(seen);
});

test("entries say in words why, and the balance after each; filters, pages and the file agree", async () => {
  const { records, total } = await entries();
  expect(total).toBe(3);
  expect(records.map(({ what, amount, balance }) => [what, formatMoney(amount), formatMoney(balance)])).toEqual([
    ["提现或付款", "-30.00", "90.50"],
    ["收款入账", "20.50", "120.50"],
    ["收款入账", "100.00", "100.00"],
  ]);
  const filters = { reason: ["income.credited"], reference: "ORDER-B" };
  expect((await entries({ filters })).records.map(({ reference }) => reference)).toEqual(["ORDER-B"]);
  const file = await exported({ filters });
  expect(file).toContain("事由,记账时间,参考号,金额,金额币种,其中手续费,其中手续费币种,余额,余额币种");
  expect(file).toContain("收款入账");
  expect(file.trim().split("\n")).toHaveLength(2);
  expect(
    file + JSON.stringify(records, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain("house.");
});

test("a fee is told within the amount it was taken with, by the list, the file and the statement", async () => {
  const spender = await server.registerMerchant();
  const merchantId = spender.userId;
  const [cards, fees] = [accountCode("card_wallet", "USD"), accountCode("house.fees", "USD")];
  await writer.post({
    merchantId,
    key: "in",
    reason: "income.credited",
    transfers: [transfer(nostro, wallet, usd("9.00"))],
  });
  await writer.post({
    merchantId,
    key: "cards",
    reason: "card.funded",
    reference: "CARD-1",
    transfers: [transfer(wallet, cards, usd("5.00")), transfer(wallet, fees, usd("0.12"))],
  });
  const { records } = await entries({}, spender);
  expect(records.map(({ amount, fee }) => [formatMoney(amount), fee && formatMoney(fee)])).toEqual([
    ["-5.12", "0.12"],
    ["9.00", null],
  ]);
  const file = await server.call(calls.exportWalletEntries, { account: wallet, filters: {} }, spender);
  expect((await file.blob.text()).trim().split("\n")).toEqual([
    expect.stringContaining("其中手续费"),
    expect.stringMatching(/^卡钱包充值,.*,CARD-1,-5\.12,USD,0\.12,USD,3\.88,USD$/),
    expect.stringMatching(/^收款入账,.*,,9\.00,USD,,,9\.00,USD$/),
  ]);
  const period = { account: wallet, from: toShanghaiDay(server.clock.now()), until: toShanghaiDay(server.clock.now()) };
  const statement = await server.call(calls.accountStatement, period, spender);
  expect(statement.entries.map(({ fee }) => fee && formatMoney(fee))).toEqual([null, "0.12"]);
});

test("nobody reads another's entries, and the house's mirrors are not a merchant's", async () => {
  expect((await entries({}, poor)).records).toEqual([]);
  await expect(entries({ account: nostro })).rejects.toMatchObject({ reason: "not_found" });
  await expect(exported({ account: nostro })).rejects.toMatchObject({ reason: "not_found" });
});

test("without the flag, and without money in a wallet, the calls do not exist", async () => {
  await flag("off");
  const asked = [() => entries({}, poor), () => server.call(calls.walletBalances, {}, poor)];
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ reason: "not_found" });
  await flag("on");
});
