import { ALL_ENDPOINTS } from "@coralhub/contract";
import { formatMoney, parseMoney, type Money } from "@coralhub/domain";
import { createTestClock, startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_MERCHANTS, DEMO_PASSWORD } from "../merchants.ts";
import { DEMO_HOLDS } from "./collections.ts";

const { identity, home, ledger, operations, accounts: accountCalls, income, pooling, wallets } = ALL_ENDPOINTS;
const [seller] = DEMO_MERCHANTS;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock("2026-11-15T14:32:00+08:00") });
  await server.app.loadDemoWorld();
}, 120_000);
afterAll(() => server.close());

const signIn = async (username: string) => ({
  token: (await server.call(identity.login, { username, password: DEMO_PASSWORD })).token,
});
const text = ({ currency, minor }: Money) => `${currency} ${formatMoney({ currency, minor })}`;

test("the list, the balances and the books tell the same", async () => {
  const rows = await server.database.query<{ merchant_id: string; account: string; credited: string; posted: string }>(`
    with listed as (
      select merchant_id, receiving_account_id::text as account, sum(amount_minor - fee_minor) as credited
        from income where state = 'credited' group by 1, 2),
    posted as (
      select t.merchant_id, split_part(t.to_code, ':', 3) as account, sum(t.amount) as posted
        from ledger_leg t join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
       where p.reason = 'income.credited' and t.to_code like 'collection:%' group by 1, 2)
    select merchant_id, account, credited::text, posted::text from listed full join posted using (merchant_id, account)`);
  expect(rows).toHaveLength(12);
  for (const { credited, posted } of rows) expect(credited).toBe(posted);
  const [held] = await server.database.query<{ listed: string; held: string }>(`
    select ((select sum(amount_minor) from income where state in ('reviewing', 'needsEvidence', 'abnormal'))
      + (select sum(amount_minor) from payout where state in ('awaitingApproval', 'submitted', 'processing')))::text as listed,
      (select sum(balance) from ledger_account where kind = 'hold' and owner like 'collection:%')::text as held`);
  expect(held!.listed).toBe(held!.held);
  const strays = await server.database.query(`
    select i.id from income i where i.hold_posting_id is not null and not exists (
      select 1 from ledger_posting p where p.merchant_id = i.merchant_id and p.id = i.hold_posting_id)`);
  expect(strays).toEqual([]);
});

test("the seller's accounts show their stores, what is held and what is on its way", async () => {
  const who = await signIn("13800000001");
  const accounts = await server.call(accountCalls.receivingAccounts, {}, who);
  expect(accounts.map(({ currency, state }) => `${currency} ${state}`)).toEqual([
    "USD open",
    "EUR open",
    "GBP open",
    "JPY open",
    "HKD open",
  ]);
  expect(text(accounts[0]!.available)).toBe("USD 86420.35");
  // What waits for proof is held; what leaves by the merchant's own request is on its way.
  expect(text(accounts[0]!.held)).toBe("USD 9310.00");
  expect(text(accounts[0]!.processing)).toBe("USD 9000.00");
  expect(text(accounts[0]!.inTransit)).toBe("USD 18640.00");
  // Its newest payment is still on its way; the one before came.
  const amazon = accounts[0]!.stores.find(({ platform }) => platform === "AMAZON");
  expect(amazon?.lastIncomeAt).toBeInstanceOf(Date);
  const { balances, todos } = await server.call(home.home, {}, who);
  expect(text(balances[0]!.inTransit)).toBe("USD 18640.00");
  expect(todos.map(({ amount }) => amount && text(amount))).toEqual(
    expect.arrayContaining(["USD 9310.00", "HKD 15000.00"]),
  );
  const { records } = await server.call(income.abnormalIncomes, {}, who);
  expect(records.map(({ payerName, hold }) => [payerName, hold])).toEqual([
    ["NORTHBRIDGE LTD", "payerMismatch"],
    ["AMAZON.COM SETTLEMENT", "orders"],
  ]);
});

test("the big customer has two accounts of a currency to bring together, each named as its owner knows it", async () => {
  const who = await signIn("13800000004");
  const { currencies } = await server.call(pooling.poolingAccounts, {}, who);
  const full = currencies.map(({ currency, accounts }) => [
    currency,
    accounts.filter(({ poolable, available }) => poolable && available.minor > 0n).length,
  ]);
  expect(Object.fromEntries(full)).toMatchObject({ USD: 2, HKD: 2 });
  await server.call(
    operations.changeFlag,
    { flag: "multiCurrencyWallet", mode: "on", percentage: 0, merchantIds: [], reason: "试用" },
    { token: await server.operatorToken("admin") },
  );
  // The seller may try a transfer to its wallet: the day's sum leaves room for one.
  const { number } = await server.call(wallets.walletOverview, {}, who);
  const to = { number, name: DEMO_MERCHANTS[3].certification.name!, note: "货款" };
  const request = { ...to, amount: parseMoney("50.00", "USD") };
  const written = await server.call(wallets.applyWalletTransfer, request, await signIn("13800000001"));
  expect(written.may.verify).toBe(true);
  const books = await server.call(ledger.walletBalances, {}, who);
  const names = books
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ kind, name }) => (kind === "wallet" ? [] : [name]));
  const known = await server.call(accountCalls.receivingAccounts, {}, who);
  expect(names).toHaveLength(known.length);
  expect(new Set(names)).toEqual(
    new Set(
      known.map(({ currency, bankName, accountNumber }) => `${currency} ${bankName}，尾号 ${accountNumber!.slice(-4)}`),
    ),
  );
});

test("a payment that went back, and one that is nobody's, are there to be looked at", async () => {
  const reviewer = { token: await server.operatorToken("reviewer") };
  const back = { filters: { merchantId: seller.merchantId, state: ["returned"] } };
  const { records } = await server.call(income.incomeDesk, back, reviewer);
  expect(records).toMatchObject([{ payerName: "MERIDIAN FREIGHT CO" }]);
  const unclaimed = await server.call(income.unclaimedIncomes, {}, reviewer);
  expect(unclaimed.records).toMatchObject([{ payerName: "LUMEN HOME GOODS LLC", state: "waiting" }]);
});

test("a second start changes nothing", async () => {
  const count = async () =>
    (await server.database.query("select id from income union all select id from unclaimed_income")).length;
  const before = await count();
  await server.app.loadDemoWorld();
  expect(await count()).toBe(before);
});

test("a hold for orders names as many orders as it asks for", () => {
  const { note } = DEMO_HOLDS["AMAZON.COM SETTLEMENT"]!;
  const [, asked] = /其中 (\d+) 笔/.exec(note)!;
  expect(new Set(note.match(/\d{3}-\d{7}-\d{7}/g)).size).toBe(Number(asked));
});
