import {
  activityEndpoints,
  approvalEndpoints,
  fullPath,
  ledgerEndpoints as calls,
  messageEndpoints,
  operationsEndpoints,
  priceEndpoints,
} from "@coralhub/contract";
import { accountCode, addressOf, moneyOf, parseMoney, toShanghaiDay, transfer } from "@coralhub/domain";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { databaseUrls } from "../../platform/config.ts";
import { createDatabase, type Database } from "../../platform/db.ts";
import { createIds } from "../../platform/ids.ts";
import { createLog } from "../../platform/log.ts";
import { systemRandom } from "../../platform/random.ts";
import { holdPosting } from "./links.ts";
import { sealDays } from "./seal-days.ts";
import { createWriter, type Writer } from "./writer.ts";

let server: TestServer;
let app: Database;
let writer: Writer;
let maker: string;
let checker: string;
let merchant: { token: string; merchantId: string };
beforeAll(async () => {
  server = await startTestServer();
  app = createDatabase({ urls: databaseUrls(server.config), log: createLog({ level: "silent" }) });
  const ids = createIds(server.clock, systemRandom);
  writer = createWriter({ pool: app.openPipelines("test", 2), clock: server.clock, ids });
  maker = await server.operatorToken("finance");
  checker = await server.operatorToken("admin");
});
afterAll(async () => {
  await writer.close();
  await app.close();
  await server.close();
});

const wallet = accountCode("wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const usd = (text: string) => parseMoney(text, "USD");
const income = (key: string, text: string) =>
  writer.post({
    merchantId: merchant.merchantId,
    key,
    reason: "income.credited",
    reference: `ORDER-${key}`,
    transfers: [transfer(nostro, wallet, usd(text))],
  });
const finance = {
  get token() {
    return maker;
  },
};
const refused = (reason: string): unknown => expect.objectContaining({ reason });

beforeEach(async () => {
  const { token, userId } = await server.registerMerchant();
  merchant = { token, merchantId: userId };
  await income(`a-${merchant.merchantId}`, "100.00");
});

test("the chart, the accounts, their entries and a posting with its links", async () => {
  const { merchantId } = merchant;
  const hold = await writer.post(
    holdPosting({ merchantId, key: "hold", reason: "payout.requested" }, wallet, usd("30.00")),
  );
  const chart = await server.call(calls.ledgerChart, {}, finance);
  for (const currency of new Set(chart.map((row) => row.currency))) {
    const sum = chart.filter((row) => row.currency === currency).reduce((all, row) => all + row.balance.minor, 0n);
    expect(sum).toBe(0n);
  }
  const accounts = await server.call(calls.ledgerAccounts, { filters: { merchantId } }, finance);
  expect(Object.fromEntries(accounts.records.map(({ code, balance }) => [code, balance.minor]))).toEqual({
    "hold:USD:wallet": 30_00n,
    [nostro]: -100_00n,
    [wallet]: 70_00n,
  });
  const entries = await server.call(calls.ledgerEntries, { merchantId, account: wallet }, finance);
  expect(entries.records.map(({ amount, balance }) => [amount.minor, balance.minor])).toEqual([
    [-30_00n, 70_00n],
    [100_00n, 100_00n],
  ]);
  const posting = await server.call(calls.ledgerPosting, { merchantId, postingId: hold.postingId }, finance);
  expect(posting).toMatchObject({
    held: usd("30.00"),
    resolvedBy: null,
    reverses: null,
    transfers: [{ from: wallet }],
  });
  const found = await server.call(calls.searchLedger, { reference: `ORDER-a-${merchantId}` }, finance);
  expect(found.map((head) => head.merchantId)).toEqual([merchantId]);
});

test("exports what the list shows", async () => {
  const file = await server.call(
    calls.exportLedgerEntries,
    { merchantId: merchant.merchantId, account: wallet, filters: {} },
    finance,
  );
  const text = await file.blob.text();
  expect(text).toContain("记账时间");
  expect(text).toContain("100.00");
});

test("exports the trial balance of a day, and writes down who did", async () => {
  const day = toShanghaiDay(server.clock.now());
  const [file, { rows }] = await Promise.all([
    server.call(calls.exportTrialBalance, { day }, finance),
    server.call(calls.trialBalance, { day }, finance),
  ]);
  const lines = (await file.blob.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines[0]).toBe("币种,科目,期初（贷为正）,借方发生,贷方发生,期末（贷为正）");
  expect(lines.some((line) => /^USD,钱包,-?[\d.]+,[\d.]+,[\d.]+,-?[\d.]+$/.test(line))).toBe(true);
  const recorded = await server.database.query(
    "select from audit_entry where action = 'ledger.exported' and subject = $1",
    [`ledger:trial:${day}`],
  );
  expect(recorded).toHaveLength(1);
});

describe("adjustments", () => {
  const propose = (more: object = {}) =>
    server.call(
      calls.proposeAdjustment,
      {
        merchantId: merchant.merchantId,
        from: "house.suspense:USD",
        to: wallet,
        amount: usd("5.00"),
        memo: "补记利息",
        ...more,
      },
      finance,
    );
  const decide = (id: string, token: string, decision: "approve" | "reject" = "approve") =>
    server.call(calls.decideAdjustment, { merchantId: merchant.merchantId, id, decision, note: "已核对" }, { token });

  test("move money only when a second person agrees", async () => {
    const atDesk = async () => (await server.call(operationsEndpoints.waiting, {}, finance)).adjustments;
    expect(await atDesk()).toBe(0);
    const { id } = await propose();
    expect(await atDesk()).toBe(1);
    await expect(decide(id, maker)).rejects.toEqual(refused("ledger.two_people"));
    const { postingId } = await decide(id, checker);
    expect(await atDesk()).toBe(0);
    const posting = await server.call(
      calls.ledgerPosting,
      { merchantId: merchant.merchantId, postingId: postingId! },
      finance,
    );
    expect(posting).toMatchObject({
      reason: "adjustment",
      reference: id,
      transfers: [{ to: wallet, toBalance: usd("105.00") }],
    });
    await expect(decide(id, checker)).rejects.toEqual(refused("state.changed"));
    const list = await server.call(calls.ledgerAdjustments, { filters: { merchantId: merchant.merchantId } }, finance);
    expect(list.records.map(({ state }) => state)).toEqual(["posted"]);
    const told = await server.call(messageEndpoints.messages, {}, merchant);
    expect(told.records[0]).toMatchObject({ title: "钱包增加 USD 5.00" });
    expect(told.records[0]!.body).toContain("补记利息");
    // Nothing but the event tells of it: the message opens it, with its reason.
    expect(told.records[0]!.link?.path).toBe(addressOf("moneyEvents", { open: id }));
    const event = await server.call(activityEndpoints.moneyEvent, { id }, merchant);
    expect(event).toMatchObject({
      kind: "adjustmentIn",
      recordId: id,
      counterparty: "补记利息",
      accountName: "USD 钱包",
    });
    await expect(
      server.call(activityEndpoints.moneyEvent, { id }, await server.registerMerchant()),
    ).rejects.toMatchObject({ reason: "not_found" });
  });

  test.each([
    [wallet, "card_wallet:USD", "钱包调到卡钱包", "adjustmentMoved", "USD 钱包 → USD 卡钱包", 0n],
    ["house.suspense:USD", "card_wallet:USD", "卡钱包增加", "adjustmentIn", "USD 卡钱包", 5_00n],
    [wallet, "house.suspense:USD", "钱包扣减", "adjustmentOut", "USD 钱包", -5_00n],
  ])("from %s to %s are told and open as an event", async (from, to, change, kind, accountName, net) => {
    const { id } = await propose({ from, to, memo: "记错账户" });
    await decide(id, checker);
    const told = await server.call(messageEndpoints.messages, {}, merchant);
    expect(told.records[0]).toMatchObject({
      title: `${change} USD 5.00`,
      link: { path: addressOf("moneyEvents", { open: id }) },
    });
    const event = await server.call(activityEndpoints.moneyEvent, { id }, merchant);
    const own = [from, to].filter((code) => !code.startsWith("house."));
    expect(event.account).toBe(own.join(", "));
    expect(event).toMatchObject({ kind, accountName, counterparty: "记错账户", net: { currency: "USD", minor: net } });
    const [usdTotals] = await server.call(activityEndpoints.moneyTotals, { filters: {} }, merchant);
    expect(usdTotals!.income.minor - usdTotals!.expense.minor).toBe(net);
  });

  test("of what is no own money are told without a link: there is nothing to open", async () => {
    const { id } = await propose({ from: "house.quota:USD", to: "quota:USD:free", memo: "补授额度" });
    await decide(id, checker);
    const told = await server.call(messageEndpoints.messages, {}, merchant);
    expect(told.records[0]).toMatchObject({ title: "订单额度增加 USD 5.00", link: null });
    expect(told.records[0]!.body).toContain("补授额度");
    await expect(server.call(activityEndpoints.moneyEvent, { id }, merchant)).rejects.toMatchObject({
      reason: "not_found",
    });
  });

  test("can be turned down, and an overdraft stays proposed", async () => {
    const { id } = await propose();
    await expect(
      server.call(
        calls.decideAdjustment,
        { merchantId: merchant.merchantId, id, decision: "reject", note: " " },
        { token: checker },
      ),
    ).rejects.toMatchObject({ reason: "input.invalid", fields: { note: "请写明驳回原因" } });
    expect(await decide(id, checker, "reject")).toEqual({ postingId: null });
    const much = await propose({ from: wallet, to: "house.suspense:USD", amount: usd("500.00") });
    await expect(decide(much.id, checker)).rejects.toEqual(refused("ledger.insufficient_funds"));
    const list = await server.call(
      calls.ledgerAdjustments,
      { filters: { merchantId: merchant.merchantId, state: ["pending"] } },
      finance,
    );
    expect(list.records.map((row) => row.id)).toEqual([much.id]);
  });

  test("name accounts that exist, in the amount's currency", async () => {
    for (const wrong of [
      { to: "wallet:EUR" },
      { to: "hold:USD:wallet" },
      { to: "slush:USD" },
      { to: "house.suspense:USD" },
    ]) {
      await expect(propose(wrong)).rejects.toEqual(refused("ledger.account_unknown"));
    }
  });

  test.each([
    ["0.00", "请填写大于零的金额"],
    ["-1.00", "请填写大于零的金额"],
    ["10000000000000.01", "金额太大，请分几笔"],
    ["92233720368547758.08", "请填写正确的金额"],
  ])("%s is no amount to adjust by", async (amount, words) => {
    const proposal = { merchantId: merchant.merchantId, from: "house.suspense:USD", to: wallet, memo: "试" };
    const reply = await fetch(server.url + fullPath(calls.proposeAdjustment), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${maker}`,
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify({ ...proposal, amount: { currency: "USD", amount } }),
    });
    expect([reply.status, await reply.json()]).toEqual([400, expect.objectContaining({ fields: { amount: words } })]);
  });

  test("the database insists on two people and on the very posting they agreed on", async () => {
    const { id } = await propose();
    const asApp = (text: string) => app.openPipelines(`attack ${Math.random()}`, 1).query(text, [id]);
    await expect(
      asApp(
        "update ledger_adjustment set state = 'posted', decided_by = made_by, decided_at = now(), posting_id = id where id = $1",
      ),
    ).rejects.toMatchObject({ constraint: "ledger_adjustment_two_people" });
    await expect(asApp("update ledger_adjustment set amount = 1 where id = $1")).rejects.toMatchObject({
      code: "CL000",
    });
    const { merchantId } = merchant;
    await expect(
      writer.post({
        merchantId,
        key: "alone",
        reason: "adjustment",
        reference: id,
        transfers: [transfer(accountCode("house.suspense", "USD"), wallet, moneyOf("USD", 500n))],
      }),
    ).rejects.toMatchObject({ code: "CL002" });
  });
});

test("fault 7: an alarm stops payouts, shows itself, and takes two people and a reason to clear", async () => {
  const healthy = await server.call(calls.ledgerInvariants, {}, finance);
  expect(healthy).toMatchObject({ payoutsStopped: false, openAlarms: 0 });
  await server.database.query("insert into ledger_alarm values ($1, 'sum', 'x', '{}', now(), now())", [
    crypto.randomUUID(),
  ]);
  expect(await server.call(calls.ledgerInvariants, {}, finance)).toMatchObject({
    healthy: false,
    payoutsStopped: true,
  });
  const inState = async (state: "open" | "cleared") =>
    (await server.call(calls.ledgerAlarms, { filters: { state: [state] } }, finance)).records.length;
  expect([await inState("open"), await inState("cleared")]).toEqual([1, 0]);
  expect((await server.call(operationsEndpoints.waiting, {}, finance)).alarms).toBe(1);
  const { records } = await server.call(calls.ledgerAlarms, {}, finance);
  const { id } = records[0]!;
  const { approvalId } = await server.call(calls.proposeClearing, { id, note: "演练" }, finance);
  await expect(server.call(calls.proposeClearing, { id, note: "再来" }, finance)).rejects.toEqual(
    refused("approval.waiting"),
  );
  expect([await inState("open"), await inState("cleared")]).toEqual([1, 0]);
  await server.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve" }, { token: checker });
  await expect(server.call(calls.proposeClearing, { id, note: "再来" }, finance)).rejects.toEqual(
    refused("state.changed"),
  );
  expect([await inState("open"), await inState("cleared")]).toEqual([0, 1]);
  expect(await server.call(calls.ledgerInvariants, {}, finance)).toMatchObject({ payoutsStopped: false });
});

test("prices are shown and set", async () => {
  const rule = {
    business: "withdrawal",
    currency: "USD",
    corridor: "US",
    terms: { basisPoints: "10", min: "2.00", max: "1.00", bearer: "merchant" },
    reason: "试算",
  } as const;
  await expect(server.call(priceEndpoints.proposeFeeRule, rule, finance)).rejects.toEqual(refused("fee.terms_wrong"));
  await server.setPrice({ ...rule, terms: { ...rule.terms, max: "9.00" } });
  const rules = await server.call(priceEndpoints.feeRules, {}, finance);
  expect(rules[0]).toMatchObject({ corridor: "US", terms: { max: "9.00" } });
  expect(rules.length).toBeGreaterThan(10);
  const shown = await server.call(priceEndpoints.priceList, {}, { token: merchant.token });
  expect(shown).toEqual(rules.map(({ id: _own, effectiveFrom: _since, ...price }) => price));
});

test("a merchant reads its own statement and proof, and nobody else's", async () => {
  const day = toShanghaiDay(server.clock.now());
  const own = { token: merchant.token };
  const statement = await server.call(calls.accountStatement, { account: wallet, from: day, until: day }, own);
  expect(statement).toMatchObject({ opening: usd("0.00"), closing: usd("100.00"), next: null });
  await expect(server.call(calls.accountStatement, { account: nostro, from: day, until: day }, own)).rejects.toEqual(
    refused("not_found"),
  );
  const { postingId, line } = statement.entries[0]!;
  const other = await server.registerMerchant();
  await expect(
    server.call(calls.entryProof, { postingId, line, account: wallet }, { token: other.token }),
  ).rejects.toEqual(refused("not_found"));
  await expect(server.call(calls.entryProof, { postingId, line, account: wallet }, own)).rejects.toEqual(
    refused("ledger.not_sealed_yet"),
  );
});

test("the trial balance closes, before and after the day is sealed", async () => {
  const day = toShanghaiDay(server.clock.now());
  const open = await server.call(calls.trialBalance, { day }, finance);
  expect(open.sealed).toBe(false);
  // The server's own clock stays: everyone would be signed out.
  const tomorrow = new Date(server.clock.now().getTime() + 86_400_000);
  await sealDays({ db: app.db, clock: { now: () => tomorrow } });
  const sealed = await server.call(calls.trialBalance, { day }, finance);
  expect(sealed.sealed).toBe(true);
  const rows = (list: typeof open.rows) =>
    list.filter((row) => row.debits.minor + row.credits.minor + row.closing.minor !== 0n);
  expect(rows(sealed.rows)).toEqual(rows(open.rows));
  expect(sealed.rows.reduce((sum, row) => sum + row.closing.minor, 0n)).toBe(0n);
  expect(sealed.rows.reduce((sum, row) => sum + row.debits.minor - row.credits.minor, 0n)).toBe(0n);
});
