import { ALL_ENDPOINTS } from "@coralhub/contract";
import { formatMoney, UNDONE_PAYOUTS, type Money } from "@coralhub/domain";
import { createTestClock, startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SANDBOX_PAYOUT_BANKS } from "../../rails/payout-bank/index.ts";
import { DEMO_MERCHANTS, DEMO_PASSWORD } from "../merchants.ts";

const { identity, ledger, operations, payouts, citicPayouts: citic, payoutBank } = ALL_ENDPOINTS;
const [seller] = DEMO_MERCHANTS;
const SLOW = 120_000;
let server: TestServer;
let who: { token: string };
beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock("2026-11-15T14:32:00+08:00") });
  await server.app.loadDemoWorld();
  who = await server.call(identity.login, { username: "13800000001", password: DEMO_PASSWORD });
}, SLOW);
afterAll(() => server.close());

const text = ({ currency, minor }: Money) => `${currency} ${formatMoney({ currency, minor })}`;
const newest = async () => (await server.call(citic.list, { pageSize: 50 }, who)).records;
const inState = async (state: string) => (await newest()).find((payout) => payout.state === state)!;

test("the seller's latest withdrawals stand in the list, one of each telling state", async () => {
  const records = await newest();
  expect(
    records.slice(0, 6).map((own) => [own.state, text(own.amount), `${own.payeeBank} ${own.payeeLastFour}`]),
  ).toEqual([
    ["awaitingApproval", "USD 9000.00", "招商银行 0831"],
    ["processing", "EUR 6000.00", "招商银行 0831"],
    ["completed", "USD 20000.00", "招商银行 0831"],
    ["failed", "USD 6500.00", "中国工商银行 6620"],
    ["returned", "USD 8000.00", "中国工商银行 6620"],
    ["cancelled", "USD 3000.00", "中国工商银行 6620"],
  ]);
  expect(records.slice(6).every(({ state }) => state === "completed")).toBe(true);
  const { payees } = await server.call(citic.overview, {}, who);
  expect(payees[0]).toMatchObject({ bankName: "招商银行", lastFour: "0831", coolingUntil: null, isDefault: true });
});

test("each opens with its price and its way, told in the order it went", async () => {
  for (const { id, amount, state, createdAt, finishedAt } of (await newest()).slice(0, 8)) {
    const payout = await server.call(citic.detail, { id }, who);
    const times = payout.timeline.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect([times[0], payout.state]).toEqual([createdAt.getTime(), state]);
    if (finishedAt) expect(times.at(-1)).toBe(finishedAt.getTime());
    if (state === "cancelled") continue;
    const { price } = payout;
    expect(price!.exchanged.minor + price!.fee.minor).toBe(amount.minor);
    // Of what failed or came back nothing arrived.
    expect(payout.arrives).toEqual(UNDONE_PAYOUTS.includes(state) ? null : price!.arrives);
  }
  const { timeline, reason } = await server.call(citic.detail, { id: (await inState("returned")).id }, who);
  expect(timeline.map(({ action }) => action)).toEqual(["apply", "confirm", "send", "settle", "giveBack"]);
  expect(reason).toBe("收款账户户名与账号不符，收款行退回");
});

test("the list and the books tell the same: every posting of the channel has its withdrawal, and the other way round", async () => {
  const strays = await server.database.query(`
    with posted as (
      select p.id, p.reason, p.posted_at, (select t.amount from ledger_leg t where t.merchant_id = p.merchant_id
             and t.posting_id = p.id order by t.line limit 1) as amount
        from ledger_posting p where p.reference like 'CP%' and p.reason not like 'quota.%'),
    listed as (
      select hold_posting_id as id, 'payout.requested' as reason, confirmed_at as posted_at, amount_minor as amount from payout
        where hold_posting_id is not null
      union all
      select final_posting_id, case state when 'failed' then 'payout.failed' else 'payout.settled' end,
             case state when 'returned' then null else finished_at end,
             case state when 'failed' then amount_minor else (coalesce(price->'price'->'sell', price->'arrives')->'minor'->>'$minor')::bigint end
        from payout where final_posting_id is not null
      union all
      select return_posting_id, 'payout.returned', finished_at, (price->'price'->'sell'->'minor'->>'$minor')::bigint
        from payout where return_posting_id is not null)
    select * from posted full join listed l using (id)
     where posted.reason is distinct from l.reason or posted.amount is distinct from l.amount
        or posted.posted_at <> l.posted_at`);
  expect(strays).toEqual([]);
  // Whatever else leaves goes another way: from accounts of other platforms, from the wallet, to suppliers.
  const others = await server.database.query<{ way: string }>(`
    select distinct t.from_code as way from ledger_leg t
      join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
      join receiving_account a on a.merchant_id = t.merchant_id and a.id::text = split_part(t.from_code, ':', 3)
     where p.merchant_id = '${seller.merchantId}' and p.reason = 'payout.requested' and p.reference not like 'CP%'
       and a.platform = 'AMAZON'`);
  expect(others).toEqual([]);
});

test("what is open goes on: finance agrees, the bank pays and takes back, and its statement agrees", async () => {
  const finance = { token: await server.operatorToken("finance") };
  const admin = { token: await server.operatorToken("admin") };
  await server.call(payoutBank.setPayoutBankSettings, { plan: "pay", delaySeconds: 0 }, admin);
  const [waiting, underWay, paid] = [
    await inState("awaitingApproval"),
    await inState("processing"),
    await inState("completed"),
  ];
  const key = { merchantId: seller.merchantId, id: waiting.id };
  await server.call(payouts.decidePayout, { ...key, decision: "approve", reason: "" }, finance);
  const decide = (reference: string, decision: "pay" | "return") =>
    server.call(payoutBank.decidePayment, { reference, decision, tell: true }, admin);
  expect((await decide(underWay.reference, "pay")).outcomes).toEqual(["completed"]);
  expect((await decide(paid.reference, "return")).outcomes).toEqual(["returned"]);
  await vi.waitFor(
    async () => {
      await server.app.platform.outbox.deliverDue();
      expect((await server.call(citic.detail, { id: waiting.id }, who)).state).toBe("completed");
    },
    { timeout: 20_000, interval: 100 },
  );
  const { platform } = server.app;
  await platform.database.transaction((tx) => platform.jobs.send(tx, "ledger.compare-rails", {}));
  await vi.waitFor(
    async () => {
      const { checks, healthy, openAlarms } = await server.call(ledger.ledgerInvariants, {}, finance);
      expect(checks.map(({ name }) => name)).toContain(`rail:${SANDBOX_PAYOUT_BANKS.citic}`);
      expect({ healthy, openAlarms }).toEqual({ healthy: true, openAlarms: 0 });
    },
    { timeout: SLOW, interval: 200 },
  );
});

test("a second start brings no withdrawal and no bank account", async () => {
  const count = async () =>
    (
      await server.database.query(`select reference from payout_reference union all
        select reference from sandbox_payout union all select id::text from beneficiary`)
    ).length;
  const before = await count();
  await server.app.loadDemoWorld();
  expect(await count()).toBe(before);
});

test("several that wait are approved at once, each by itself: one a colleague was quicker with is refused in words, the rest goes", async () => {
  const finance = { token: await server.operatorToken("finance") };
  const colleague = { token: await server.operatorToken("admin") };
  const { merchantId } = DEMO_MERCHANTS[3];
  const input = { filters: { merchantId, state: ["awaitingApproval"] } };
  const { records } = await server.call(payouts.payoutDesk, input, finance);
  expect(records.map(({ amount }) => text(amount))).toEqual(["HKD 170000.00", "HKD 190000.00"]);
  const waiting = async () => (await server.call(operations.waiting, {}, finance)).payouts;
  const before = await waiting();
  const [quicker] = records;
  const rejection = { merchantId, id: quicker!.id, decision: "reject", reason: "收款人需要核实" } as const;
  await server.call(payouts.decidePayout, rejection, colleague);
  const outcomes = await Promise.allSettled(
    records.map(({ id }) =>
      server.call(payouts.decidePayout, { merchantId, id, decision: "approve", reason: "" }, finance),
    ),
  );
  expect(outcomes.map((one) => (one.status === "fulfilled" ? one.value.state : (one.reason as Error).message))).toEqual(
    ["状态刚刚发生了变化，请刷新后再操作", "submitted"],
  );
  expect((await server.call(payouts.payoutDesk, input, finance)).records).toEqual([]);
  expect(await waiting()).toBe(before - 2);
});
