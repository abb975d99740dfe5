import { beneficiaryEndpoints, accountEndpoints, payoutEndpoints as calls } from "@coralhub/contract";
import { formatMoney, parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, minor, moneyOn, until, type Desk } from "../income/income-fixture.ts";
import {
  accountCode,
  bankWill,
  bindAccount,
  certifiedMerchant,
  citic,
  CITIC_ACCOUNT,
  fundedAccount,
  HOLDER,
  payoutOf,
  prepare,
  reaches,
  readyMerchant,
  startPayouts,
  usd,
  watch,
  type Source,
} from "./payouts-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
let source: Source;
beforeAll(async () => {
  desk = await startPayouts();
  ({ merchant, source } = await readyMerchant(desk, "45000.00"));
});
afterAll(() => desk.close());

const refused = (reason: string, more: object = {}): unknown => expect.objectContaining({ reason, ...more });
const trial = (amount: string, who = merchant, accountId = source.id) =>
  desk.call(citic.trial, { accountId, amount: usd(amount) }, who);
const overview = (who = merchant) => desk.call(citic.overview, {}, who);
const alarm = async (open: boolean) => {
  await (open
    ? desk.database.query(`insert into ledger_alarm (id, rule, subject, detail, raised_at, last_seen_at)
        values ('0193a000-0000-7000-8000-0000000000a1', 'sum', 'test', '{}', now(), now())`)
    : desk.database.query("delete from ledger_alarm where subject = 'test'"));
};

test("amounts outside the limits are refused beside the amount", async () => {
  await expect(trial("49.99")).rejects.toEqual(
    refused("payout.below_minimum", { fields: { amount: expect.stringContaining("USD 50.00") as unknown } }),
  );
  await expect(trial("500000.01")).rejects.toEqual(refused("payout.above_limit"));
  await expect(trial("45000.01")).rejects.toEqual(refused("ledger.insufficient_funds"));
  const other = parseMoney("100.00", "EUR");
  await expect(desk.call(citic.trial, { accountId: source.id, amount: other }, merchant)).rejects.toEqual(
    refused("input.invalid"),
  );
  // What proves a trade is a contract or an invoice; another file of the merchant's own is neither.
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const apply = async (paper: "contract" | "certificate") => {
    const file = new File([pixel], "paper.png", { type: "image/png" });
    const { fileId } = await desk.call(beneficiaryEndpoints.uploadPaper, { file, paper }, merchant);
    return desk.call(citic.apply, { accountId: source.id, amount: usd("60.00"), papers: [fileId] }, merchant);
  };
  await expect(apply("certificate")).rejects.toEqual(refused("payee.paper_unknown"));
  expect(await apply("contract")).toMatchObject({ state: "unverified" });
  expect((await trial("50.00")).approval).toBeNull();
  expect((await trial("20000.01")).approval).toContain("财务复核");
});

test("only Amazon's accounts, only open ones, and the page knows beforehand", async () => {
  const own = await certifiedMerchant(desk);
  const ebay = await fundedAccount(desk, own, "100.00", { platform: "EBAY" });
  const amazon = await fundedAccount(desk, own, "40.00");
  await expect(trial("60.00", own, amazon.id)).rejects.toEqual(refused("payout.no_bank_account"));
  await bindAccount(desk, own);
  await expect(trial("60.00", own, ebay.id)).rejects.toEqual(refused("payout.account_unusable"));
  const { accounts } = await overview(own);
  expect(accounts.map(({ accountId, problem }) => [accountId, problem])).toEqual([
    [amazon.id, "余额不足最低付款金额 USD 50.00"],
  ]);
  const freezing = { merchantId: own.userId, id: amazon.id, reason: "风险核查" };
  await desk.call(accountEndpoints.freezeReceivingAccount, freezing, desk.reviewer);
  await expect(trial("60.00", own, amazon.id)).rejects.toEqual(refused("payout.account_unusable"));
  expect((await overview(own)).accounts[0]!.problem).toContain("冻结");
});

test("an account frozen after the request keeps its money at the confirmation", async () => {
  const own = await readyMerchant(desk, "100.00");
  const { confirmation } = await prepare(desk, own.merchant, own.source.id, "100.00");
  // What was agreed on was another account than this.
  const versions = "update beneficiary set version = version + $2 where merchant_id = $1";
  await desk.database.query(versions, [own.merchant.userId, 1]);
  await expect(desk.call(citic.confirm, confirmation, own.merchant)).rejects.toEqual(refused("payout.payee_changed"));
  await desk.database.query(versions, [own.merchant.userId, -1]);
  const freezing = { merchantId: own.merchant.userId, id: own.source.id, reason: "风险核查" };
  await desk.call(accountEndpoints.freezeReceivingAccount, freezing, desk.reviewer);
  await expect(desk.call(citic.confirm, confirmation, own.merchant)).rejects.toEqual(
    refused("payout.account_unusable"),
  );
  expect(await moneyOn(desk, own.merchant, own.source.id)).toEqual({ available: minor("100.00"), held: 0n });
});

test("only to an own account in the certified name; a person's is a card; its number never comes back", async () => {
  const person = await certifiedMerchant(desk, "person", "林知远");
  const verificationCode = await accountCode(desk, person);
  const bind = (bankNo: string, nameOfAccountHolder = "林知远") =>
    desk.call(
      beneficiaryEndpoints.addOwnAccount,
      {
        currency: "CNY",
        bankCountryCode: "CN",
        companyAccount: false,
        nameOfAccountHolder,
        clearCode: CITIC_ACCOUNT.bankCode,
        bankNo,
        verificationCode,
      },
      person,
    );
  await expect(bind("6226901234567891")).rejects.toEqual(
    refused("input.invalid", { fields: { bankNo: expect.stringContaining("卡号有误") as unknown } }),
  );
  await expect(bind("6226901234567893", "别人")).rejects.toEqual(refused("payee.not_own_name"));
  expect(await bind("6226 9012 3456 7893")).toMatchObject({ state: "approved" });
  const [{ sealed }] = (await desk.database.query<{ sealed: string }>(
    "select encode(sealed_number, 'escape') || details::text as sealed from beneficiary where merchant_id = $1",
    [person.userId],
  )) as [{ sealed: string }];
  expect(sealed).not.toContain("622690123456789");
  const [payee] = (await overview(person)).payees;
  expect(payee).toMatchObject({ holderName: "林知远", bankName: "中信银行", lastFour: "7893" });
  expect(payee!.coolingUntil).toBeInstanceOf(Date);
  await desk.database.query("update certification set subject_name = '林知远二' where merchant_id = $1", [
    person.userId,
  ]);
  expect((await overview(person)).payees).toEqual([]);
});

test("a new bank account rests above the cooling limit", async () => {
  const own = await certifiedMerchant(desk);
  const account = await fundedAccount(desk, own, "9000.00");
  await bindAccount(desk, own);
  await expect(trial("5000.01", own, account.id)).rejects.toEqual(refused("payout.cooling"));
  expect(formatMoney((await trial("5000.00", own, account.id)).amount)).toBe("5000.00");
});

test("a code is good for its payee and amount, a quote for its amount, once and for half a minute", async () => {
  const own = await readyMerchant(desk, "1000.00");
  const request = { accountId: own.source.id, amount: usd("300.00") };
  const { id, quote, confirmation } = await prepare(desk, own.merchant, own.source.id, "300.00");
  const confirm = (change: object) => desk.call(citic.confirm, { ...confirmation, ...change }, own.merchant);
  const dearer = await desk.call(citic.apply, { ...request, amount: usd("301.00") }, own.merchant);
  await expect(confirm({ id: dearer.id })).rejects.toEqual(refused("identity.code_wrong"));
  const cheap = await trial("60.00", own.merchant, own.source.id);
  await expect(confirm({ quoteId: cheap.quoteId })).rejects.toEqual(refused("quote.unknown"));
  desk.clock.advance({ seconds: 31 });
  await expect(confirm({})).rejects.toEqual(refused("quote.expired"));
  expect(await moneyOn(desk, own.merchant, own.source.id)).toEqual({ available: minor("1000.00"), held: 0n });
  const fresh = await desk.call(citic.trial, request, own.merchant);
  expect(fresh.quoteId).not.toBe(quote.quoteId);
  expect(await confirm({ quoteId: fresh.quoteId })).toEqual({ id, state: "submitted" });
});

test("large amounts wait for finance: agreed ones go, refused and cancelled ones come back", async () => {
  const decide = (id: string, decision: "approve" | "reject", reason: string, who = desk.finance) =>
    desk.call(calls.decidePayout, { merchantId: merchant.userId, id, decision, reason }, who);
  const ask = async () => {
    desk.clock.advance({ seconds: 61 });
    const { id, confirmation } = await prepare(desk, merchant, source.id, "20500.00");
    expect(await desk.call(citic.confirm, confirmation, merchant)).toEqual({ id, state: "awaitingApproval" });
    return id;
  };
  const [first, second] = [await ask(), await ask()];
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("4000.00"), held: minor("41000.00") });
  await expect(decide(first, "reject", "")).rejects.toEqual(refused("input.invalid"));
  expect(await decide(first, "reject", "请补充贸易合同。")).toEqual({ id: first, state: "failed" });
  expect((await payoutOf(desk, merchant, first)).reason).toBe("请补充贸易合同。");
  expect(await desk.call(citic.cancel, { id: second }, merchant)).toEqual({ id: second, state: "cancelled" });
  await expect(decide(second, "approve", "")).rejects.toEqual(refused("state.changed"));
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("45000.00"), held: 0n });
  const third = await ask();
  const { records } = await desk.call(calls.payoutDesk, { filters: { state: ["awaitingApproval"] } }, desk.finance);
  expect(records.map(({ id }) => id)).toEqual([third]);
  expect(await decide(third, "approve", "合同核对无误")).toEqual({ id: third, state: "submitted" });
  await reaches(desk, merchant, third, "completed");
  expect(await bookProblems(desk)).toEqual([]);
});

test("nobody agrees to what may no longer leave: a frozen account, a merchant no longer certified", async () => {
  const { merchant, source } = await readyMerchant(desk, "25000.00");
  const { id, confirmation } = await prepare(desk, merchant, source.id, "25000.00");
  await desk.call(citic.confirm, confirmation, merchant);
  const approve = () =>
    desk.call(
      calls.decidePayout,
      { merchantId: merchant.userId, id, decision: "approve", reason: "合同核对无误" },
      desk.finance,
    );
  const account = { merchantId: merchant.userId, id: source.id, reason: "风险核查" };
  await desk.call(accountEndpoints.freezeReceivingAccount, account, desk.reviewer);
  await expect(approve()).rejects.toEqual(refused("payout.account_unusable"));
  await desk.call(accountEndpoints.unfreezeReceivingAccount, account, desk.reviewer);
  const stand = (state: string) =>
    desk.database.query("update certification set state = $2 where merchant_id = $1", [merchant.userId, state]);
  await stand("frozen");
  await expect(approve()).rejects.toEqual(refused("payout.account_unusable"));
  await stand("certified");
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: 0n, held: minor("25000.00") });
  expect(await approve()).toEqual({ id, state: "submitted" });
});

test("while the books are doubted nothing is accepted, and what was submitted waits", async () => {
  const own = await readyMerchant(desk, "200.00");
  const { id, confirmation } = await prepare(desk, own.merchant, own.source.id, "200.00");
  await alarm(true);
  await expect(trial("60.00")).rejects.toEqual(refused("ledger.payouts_stopped"));
  await expect(desk.call(citic.confirm, confirmation, own.merchant)).rejects.toEqual(refused("ledger.payouts_stopped"));
  expect((await overview()).open).toBe(false);
  await alarm(false);
  expect(await desk.call(citic.confirm, confirmation, own.merchant)).toEqual({ id, state: "submitted" });
  await reaches(desk, own.merchant, id, "completed");

  const large = await readyMerchant(desk, "30000.00");
  const waiting = await prepare(desk, large.merchant, large.source.id, "30000.00");
  await desk.call(citic.confirm, waiting.confirmation, large.merchant);
  await alarm(true);
  const approval = { merchantId: large.merchant.userId, id: waiting.id, decision: "approve", reason: "" } as const;
  await desk.call(calls.decidePayout, approval, desk.finance);
  await desk.app.platform.outbox.deliverDue();
  expect((await payoutOf(desk, large.merchant, waiting.id)).state).toBe("submitted");
  await alarm(false);
  desk.clock.advance({ seconds: 61 });
  await reaches(desk, large.merchant, waiting.id, "completed");
});

test("nobody sees, verifies or cancels another's; a stranger's reference means nothing", async () => {
  const own = await readyMerchant(desk, "100.00");
  const { id, confirmation } = await prepare(desk, own.merchant, own.source.id, "100.00");
  const missing = refused("not_found");
  await expect(payoutOf(desk, merchant, id)).rejects.toEqual(missing);
  await expect(desk.call(citic.sendCode, { id }, merchant)).rejects.toEqual(missing);
  await expect(desk.call(citic.confirm, confirmation, merchant)).rejects.toEqual(missing);
  await expect(desk.call(citic.cancel, { id }, merchant)).rejects.toEqual(missing);
  await expect(trial("60.00", merchant, own.source.id)).rejects.toEqual(missing);
  expect((await payoutOf(desk, own.merchant, id)).state).toBe("unverified");
});

test("what nobody verifies in time is given up", async () => {
  const own = await readyMerchant(desk, "100.00");
  const { id, confirmation } = await prepare(desk, own.merchant, own.source.id, "100.00");
  await desk.database.query("update payout set expires_at = expires_at - interval '31 minutes' where id = $1", [id]);
  expect((await payoutOf(desk, own.merchant, id)).may.verify).toBe(false);
  await expect(desk.call(citic.sendCode, { id }, own.merchant)).rejects.toEqual(refused("payout.lapsed"));
  await expect(desk.call(citic.confirm, confirmation, own.merchant)).rejects.toEqual(refused("payout.lapsed"));
  await watch(desk);
  await until(async () => ((await payoutOf(desk, own.merchant, id)).state === "cancelled" ? true : undefined));
});

test("a desk's question to a silent bank is recorded, and an answered payment needs none", async () => {
  const own = await readyMerchant(desk, "100.00");
  await bankWill(desk, "silent");
  const { id, confirmation } = await prepare(desk, own.merchant, own.source.id, "100.00");
  await desk.call(citic.confirm, confirmation, own.merchant);
  await reaches(desk, own.merchant, id, "processing");
  await bankWill(desk, "pay");
  const key = { merchantId: own.merchant.userId, id };
  expect(await desk.call(calls.askPayout, key, desk.finance)).toEqual({ id, state: "processing" });
  const seen = await desk.call(calls.payoutCase, key, desk.reviewer);
  expect(seen).toMatchObject({ payeeName: HOLDER, rail: "sandbox-citic", may: { ask: true, decide: false } });
});
