import {
  beneficiaryEndpoints,
  accountEndpoints,
  messageEndpoints,
  payoutEndpoints as calls,
  payoutFamilies,
} from "@coralhub/contract";
import { formatMoney, moneyOf } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, minor, moneyOn, payIn, type Desk } from "../income/income-fixture.ts";
import {
  bankWill,
  bindAccount,
  certifiedMerchant,
  citic,
  fundedAccount,
  payoutOf,
  prepare,
  reaches,
  readyMerchant,
  rested,
  startPayouts,
  usd,
  watch,
  withdraw,
} from "./payouts-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startPayouts()));
afterAll(() => desk.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const PNG = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);
const paper = () => new File([PNG], "答复.png", { type: "image/png" });
const stand = (userId: string, state: string) =>
  desk.database.query("update certification set state = $2 where merchant_id = $1", [userId, state]);

/** As if it had all happened earlier: sessions keep the same clock, and would end. */
const older = ({ userId }: { userId: string }, time: string) =>
  desk.database.query(
    `update payout set confirmed_at = confirmed_at - $2::interval, priced_at = priced_at - $2::interval where merchant_id = $1`,
    [userId, time],
  );
/** As if the bank had never got it. */
async function unsend(merchant: TestMerchant, id: string, state = "submitted"): Promise<void> {
  const { reference } = await reaches(desk, merchant, id, "processing");
  await desk.database.query("delete from sandbox_payout where reference = $1", [reference]);
  await desk.database.query("update payout set state = $2 where id = $1", [id, state]);
}
let sent = 0;
async function sendAnew({ userId }: TestMerchant, id: string): Promise<void> {
  const { database, outbox } = desk.app.platform;
  const intent = { topic: "payout-bank.pay", reference: `again-${sent++}-${id}`, merchantId: userId, payload: { id } };
  await database.transaction((tx) => outbox.enqueue(tx, intent));
}

test("12.1 no money is trapped: held money is money, and a closed account opens for what comes back", async () => {
  const { merchant, source } = await readyMerchant(desk, "300.00");
  await bankWill(desk, "silent");
  const { id } = await withdraw(desk, merchant, source.id, "300.00");
  const { reference } = await reaches(desk, merchant, id, "processing");
  const closing = { merchantId: merchant.userId, id: source.id, reason: "商户要求" };
  await desk.database.query("update store set state = 'removed', removed_at = now() where merchant_id = $1", [
    merchant.userId,
  ]);
  const close = () => desk.call(accountEndpoints.closeReceivingAccount, closing, desk.reviewer);
  await expect(close()).rejects.toEqual(refused("account.has_money"));
  // One that was closed before this rule, and is paid back to.
  await desk.database.query("update receiving_account set state = 'closed', reason = '旧' where id = $1", [source.id]);
  await bankWill(desk, "pay");
  await desk.database.query("update sandbox_payout set state = 'refused', reason = '账户异常' where reference = $1", [
    reference,
  ]);
  desk.clock.advance({ minutes: 2 });
  await watch(desk);
  await reaches(desk, merchant, id, "failed");
  const [account] = await desk.database.query<{ state: string }>("select state from receiving_account where id = $1", [
    source.id,
  ]);
  expect(account!.state).toBe("payingOut");
  const [told] = (await desk.call(messageEndpoints.messages, {}, merchant)).records;
  expect(told!.title).toContain("款项退回");
  // Nothing comes in any more, and what is there can go out.
  await payIn(desk, source.number, "50.00");
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("300.00"), held: 0n });
  desk.clock.advance({ minutes: 2 });
  await reaches(desk, merchant, (await withdraw(desk, merchant, source.id, "300.00")).id, "completed");
  expect(await bookProblems(desk)).toEqual([]);
});

test("12.2 a freeze stops what is under way: it goes to the desk instead of the bank", async () => {
  const { merchant, source } = await readyMerchant(desk, "400.00");
  await bankWill(desk, "silent");
  const first = await withdraw(desk, merchant, source.id, "100.00");
  await unsend(merchant, first.id);
  await bankWill(desk, "pay");
  const freezing = { merchantId: merchant.userId, id: source.id, reason: "风险核查" };
  await desk.call(accountEndpoints.freezeReceivingAccount, freezing, desk.reviewer);
  await sendAnew(merchant, first.id);
  const stopped = await reaches(desk, merchant, first.id, "awaitingApproval");
  expect(stopped.timeline.map(({ action }) => action)).toEqual(["apply", "confirm", "send", "stop"]);
  expect(stopped.reason).toContain("冻结");
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("300.00"), held: minor("100.00") });
  await desk.call(accountEndpoints.unfreezeReceivingAccount, freezing, desk.reviewer);
  await stand(merchant.userId, "frozen");
  const key = { merchantId: merchant.userId, id: first.id };
  const approve = () => desk.call(calls.decidePayout, { ...key, decision: "approve", reason: "" }, desk.finance);
  await expect(approve()).rejects.toEqual(refused("payout.account_unusable"));
  await stand(merchant.userId, "certified");
  expect(await approve()).toMatchObject({ state: "submitted" });
  await reaches(desk, merchant, first.id, "completed");
  expect(await bookProblems(desk)).toEqual([]);
});

test("12.2 a frozen merchant's payment that the bank never got is not sent again", async () => {
  const { merchant, source } = await readyMerchant(desk, "120.00");
  await bankWill(desk, "silent");
  const { id } = await withdraw(desk, merchant, source.id, "120.00");
  await unsend(merchant, id, "processing");
  await bankWill(desk, "pay");
  await stand(merchant.userId, "frozen");
  await sendAnew(merchant, id);
  await desk.app.platform.outbox.deliverDue();
  expect((await payoutOf(desk, merchant, id)).state).toBe("processing");
  expect(
    await desk.database.query(
      "select from sandbox_payout p join payout o on o.rail_reference = p.reference where o.id = $1",
      [id],
    ),
  ).toEqual([]);
  await stand(merchant.userId, "certified");
  await sendAnew(merchant, id);
  await reaches(desk, merchant, id, "completed");
});

test("12.3 limits count sums: over the payee while it rests, over the merchant for approval and the day", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "60000.00");
  await bindAccount(desk, merchant);
  await withdraw(desk, merchant, source.id, "3000.00");
  desk.clock.advance({ seconds: 61 });
  await expect(prepare(desk, merchant, source.id, "2000.01")).rejects.toEqual(refused("payout.cooling"));
  expect(await withdraw(desk, merchant, source.id, "2000.00")).toMatchObject({ state: "submitted" });
  await rested(desk, merchant);
  desk.clock.advance({ seconds: 61 });
  expect(await withdraw(desk, merchant, source.id, "14000.00")).toMatchObject({ state: "submitted" });
  desk.clock.advance({ seconds: 61 });
  // 19,000 have gone; the next thousand and a cent need somebody to look.
  expect(await withdraw(desk, merchant, source.id, "1000.01")).toMatchObject({ state: "awaitingApproval" });
  await older(merchant, "25 hours");
  desk.clock.advance({ seconds: 61 });
  expect(await withdraw(desk, merchant, source.id, "1000.01")).toMatchObject({ state: "submitted" });
});

test("12.3 two at once cannot both pass under a limit", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "9000.00");
  await bindAccount(desk, merchant);
  const email = `limit-${merchant.userId}@nanyu.test`;
  await desk.database.query("update merchant_user set email = $2 where merchant_id = $1", [merchant.userId, email]);
  const first = await prepare(desk, merchant, source.id, "3000.00");
  const second = await prepare(desk, merchant, source.id, "2999.00", { channel: "email", to: email });
  const outcomes = await Promise.allSettled(
    [first, second].map(({ confirmation }) => desk.call(citic.confirm, confirmation, merchant)),
  );
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost.map(({ reason }) => reason as unknown)).toEqual([refused("payout.cooling")]);
});

test("12.3 binding a payout account is told on every channel and audited", async () => {
  const merchant = await certifiedMerchant(desk);
  const { id } = await bindAccount(desk, merchant);
  const [told] = (await desk.call(messageEndpoints.messages, {}, merchant)).records;
  expect(told!.title).toBe("添加了本人账户账户 中信银行 尾号 3456");
  const audited = await desk.database.query("select action from audit_entry where subject = $1", [`beneficiary:${id}`]);
  expect(audited).toEqual([{ action: "payee.added" }]);
});

test("12.4 no free option on the rate: approved late, it is priced anew within the tolerance, or asked about again", async () => {
  const { merchant, source } = await readyMerchant(desk, "90000.00");
  const approve = (id: string) =>
    desk.call(calls.decidePayout, { merchantId: merchant.userId, id, decision: "approve", reason: "" }, desk.finance);
  const agreedOn = async (id: string) => (await payoutOf(desk, merchant, id)).price!.arrives.minor;
  const within = await withdraw(desk, merchant, source.id, "25000.00");
  expect(within.state).toBe("awaitingApproval");
  const before = await agreedOn(within.id);
  expect(before).toBeGreaterThan(0n);
  await older(merchant, "3 hours");
  expect(await approve(within.id)).toMatchObject({ state: "submitted" });
  await reaches(desk, merchant, within.id, "completed");

  desk.clock.advance({ seconds: 61 });
  const moved = await withdraw(desk, merchant, source.id, "26000.00");
  const dear = (await agreedOn(moved.id)) * 2n;
  await desk.database.query(
    "update payout set price = jsonb_set(price, '{arrives,minor}', jsonb_build_object('$minor', $2::text)) where id = $1",
    [moved.id, dear.toString()],
  );
  await older(merchant, "3 hours");
  expect(await approve(moved.id)).toMatchObject({ state: "unverified" });
  const again = await payoutOf(desk, merchant, moved.id);
  expect(again).toMatchObject({ may: { verify: true }, price: null });
  expect(await moneyOn(desk, merchant, source.id)).toMatchObject({ held: 0n });
  // Agreed on anew it goes without another approval.
  desk.clock.advance({ seconds: 61 });
  await desk.call(citic.sendCode, { id: moved.id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { quoteId } = await desk.call(citic.trial, { accountId: source.id, amount: usd("26000.00") }, merchant);
  expect(await desk.call(citic.confirm, { id: moved.id, quoteId, verifyCode }, merchant)).toMatchObject({
    state: "submitted",
  });
  await reaches(desk, merchant, moved.id, "completed");
  expect(await bookProblems(desk)).toEqual([]);
});

test("12.6 a payment the bank does not answer for is ended by two people with its written word, against the statement", async () => {
  const { merchant, source } = await readyMerchant(desk, "900.00");
  const finance2 = desk.admin;
  await bankWill(desk, "silent");
  const key = async (amount: string) => {
    desk.clock.advance({ seconds: 61 });
    const { id } = await withdraw(desk, merchant, source.id, amount);
    const { reference } = await reaches(desk, merchant, id, "processing");
    return { merchantId: merchant.userId, id, reference };
  };
  const [lost, paid] = [await key("300.00"), await key("200.00")];
  const evidence = async ({ merchantId, id }: typeof lost) =>
    (await desk.call(calls.uploadEvidence, { merchantId, id, file: paper() }, desk.finance)).fileId;
  const propose = async (of: typeof lost, resolution: "settle" | "fail" | "resend", evidenceFileId: string) =>
    desk.call(
      calls.proposeResolution,
      { merchantId: of.merchantId, id: of.id, resolution, note: "银行来函确认", evidenceFileId },
      desk.finance,
    );
  const files = [await evidence(lost), await evidence(paid)] as const;
  await expect(propose(lost, "fail", files[0])).rejects.toEqual(refused("payout.not_stuck"));
  await older(merchant, "5 hours");
  await expect(propose(lost, "settle", files[0])).rejects.toEqual(refused("payout.statement_silent"));
  const { id: resolutionId } = await propose(lost, "fail", files[0]);
  await expect(propose(lost, "fail", files[0])).rejects.toEqual(refused("payout.already_proposed"));
  const decide = (of: typeof lost, resolution: string, who: { token: string }) =>
    desk.call(
      calls.decideResolution,
      { merchantId: of.merchantId, id: of.id, resolutionId: resolution, decision: "carryOut" },
      who,
    );
  await expect(decide(lost, resolutionId, desk.finance)).rejects.toEqual(refused("payout.same_person"));
  expect(await decide(lost, resolutionId, finance2)).toMatchObject({ state: "failed" });
  // The bank has paid this one and said nothing; the statement knows.
  await desk.database.query("update sandbox_payout set state = 'paid' where reference = $1", [paid.reference]);
  await desk.database.query(
    `insert into sandbox_statement_line (rail, reference, currency, amount, booked_at)
     select 'sandbox-citic', reference, currency, -amount_minor, $2 from sandbox_payout where reference = $1`,
    [paid.reference, desk.clock.now()],
  );
  await expect(propose(paid, "fail", files[1])).rejects.toEqual(refused("payout.statement_says_paid"));
  const settle = await propose(paid, "settle", files[1]);
  expect(await decide(paid, settle.id, finance2)).toMatchObject({ state: "completed" });
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("700.00"), held: 0n });
  await bankWill(desk, "pay");
  expect(await bookProblems(desk)).toEqual([]);
});

test("suppliers: added, paid by several ways, never above their maximum however many pay at once", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "9000.00");
  const { supplier } = payoutFamilies;
  await bankWill(desk, "pay", 0, "clearing");
  await bankWill(desk, "pay", 0, "swift");
  await desk.call(beneficiaryEndpoints.sendAccountCode, {}, merchant);
  const verificationCode = await desk.codeSentTo(merchant.mobile);
  const wish = {
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
  const { id: beneficiaryId, state } = await desk.call(beneficiaryEndpoints.addSupplier, wish, merchant);
  expect(state).toBe("approved");
  const order = { accountId: source.id, amount: usd("600.00"), beneficiaryId };
  const offers = await desk.call(supplier.ways, order, merchant);
  expect(offers.map(({ way, problem }) => [way, problem])).toEqual([["local", null]]);
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
  ).rejects.toEqual(refused("payout.payee_maximum"));
  expect(formatMoney(done.amount)).toBe("600.00");
  expect(await bookProblems(desk)).toEqual([]);
});

async function reachesAny(id: string, merchant: { token: string }, state: string) {
  for (let tries = 0; tries < 200; tries++) {
    await desk.app.platform.outbox.deliverDue();
    const payout = await desk.call(calls.payout, { id }, merchant);
    if (payout.state === state) return payout;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("waited in vain");
}
