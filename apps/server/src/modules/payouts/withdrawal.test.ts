import {
  beneficiaryEndpoints as payees,
  homeEndpoints,
  messageEndpoints,
  operationsEndpoints,
  payoutBankEndpoints as bank,
  payoutEndpoints as calls,
  payoutFamilies,
} from "@coralhub/contract";
import { addressOf, formatMoney, minimumWithdrawal, payoutLifecycle, payoutLimit } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, moneyOn, minor, until, type Desk } from "../income/income-fixture.ts";
import {
  accountCode,
  atBank,
  bankProblems,
  bankWill,
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
const balances = async (userId: string) => {
  const rows = await desk.database.query<{ code: string; balance: string }>(
    "select code, balance::text from ledger_account where merchant_id = $1 and balance <> 0 order by code",
    [userId],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code.replace(/[0-9a-f-]{36}/, "id"), balance]));
};
const titles = async (merchant: { token: string }) =>
  (await desk.call(messageEndpoints.messages, {}, merchant)).records.map(({ title }) => title);
const booksAreRight = async () => {
  expect(await bookProblems(desk)).toEqual([]);
  expect(await bankProblems(desk)).toEqual([]);
};

test("a withdrawal arrives: exact balances, one payment at the bank, a timeline and a message", async () => {
  const { merchant, source } = await readyMerchant(desk, "1000.00");
  const { id, quote } = await withdraw(desk, merchant, source.id, "800.00");
  expect(formatMoney(quote.fee)).toBe("2.40");
  expect(formatMoney(quote.exchanged)).toBe("797.60");
  expect(quote.feeLines.map(({ label, amount }) => [label, formatMoney(amount)])).toEqual([["服务费 0.3%", "2.40"]]);

  const done = await reaches(desk, merchant, id, "completed");
  expect(done.timeline.map(({ action }) => action)).toEqual(["apply", "confirm", "send", "settle"]);
  expect(done).toMatchObject({ next: null, reason: null, may: { verify: false, cancel: false } });
  expect(done.price).toEqual({
    amount: usd("800.00"),
    fee: quote.fee,
    feeLines: quote.feeLines,
    exchanged: quote.exchanged,
    rate: quote.rate,
    mid: quote.mid,
    markupBasisPoints: quote.markupBasisPoints,
    arrives: quote.arrives,
  });
  const books = await balances(merchant.userId);
  expect(books).toMatchObject({
    "collection:USD:id": "20000",
    "house.nostro:CNY:sandbox-citic": String(quote.arrives.minor),
    "house.fx:USD": "79760",
    "house.fees:USD": "240",
  });
  expect(books).not.toHaveProperty("hold:USD:collection:id");
  const [payment] = await desk.call(bank.payoutBankPayments, {}, desk.admin);
  expect(payment).toMatchObject({ reference: done.reference, state: "paid", instructed: 1, amount: quote.arrives });
  const told = (await desk.call(messageEndpoints.messages, {}, merchant)).records.slice(0, 2);
  expect(told.map(({ title }) => title)).toEqual(["提现 USD 800.00 已完成", "提现 USD 800.00 已提交"]);
  expect(told.map(({ link }) => link!.path)).toEqual([
    addressOf("payouts", { open: id }),
    addressOf("payouts", { open: id }),
  ]);
  const { activity } = await desk.call(homeEndpoints.home, {}, merchant);
  expect(activity[0]!.path).toBe(addressOf("payouts", { open: id }));
  expect(activity[0]!.title).toMatch(/提现到 .+ 尾号 3456/);
  expect(activity[0]!.body).toContain("手续费");
  expect(activity[0]!.state).toEqual(payoutLifecycle.states.completed);
  const { records } = await desk.call(citic.list, {}, merchant);
  expect(records).toMatchObject([{ id, state: "completed", payeeLastFour: "3456", currency: "USD" }]);
  expect(formatMoney(records[0]!.arrives!)).toBe(formatMoney(quote.arrives));
  await booksAreRight();
});

test("the same confirmation again, also several at once, is one payment and one answer", async () => {
  const { merchant, source } = await readyMerchant(desk, "500.00");
  const { id, confirmation } = await prepare(desk, merchant, source.id, "200.00");
  const idempotencyKey = `confirm-${id}`;
  const confirm = () => desk.call(citic.confirm, confirmation, { ...merchant, idempotencyKey });
  const answers = await Promise.allSettled(Array.from({ length: 4 }, confirm));
  for (const answer of answers) {
    if (answer.status === "fulfilled") expect(answer.value).toEqual({ id, state: "submitted" });
    else expect(answer.reason).toEqual(refused("idempotency.running"));
  }
  await reaches(desk, merchant, id, "completed");
  expect(await confirm()).toEqual({ id, state: "submitted" });
  await expect(desk.call(citic.confirm, confirmation, merchant)).rejects.toEqual(refused("state.changed"));
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("300.00"), held: 0n });
  await booksAreRight();
});

test("two withdrawals race for one balance: one is held, the other refused, nothing is overdrawn", async () => {
  const { merchant, source } = await readyMerchant(desk, "300.00");
  const email = `race-${merchant.userId}@nanyu.test`;
  await desk.database.query("update merchant_user set email = $2 where merchant_id = $1", [merchant.userId, email]);
  const first = await prepare(desk, merchant, source.id, "300.00");
  const second = await prepare(desk, merchant, source.id, "299.00", { channel: "email", to: email });
  const outcomes = await Promise.allSettled(
    [first, second].map(({ confirmation }) => desk.call(citic.confirm, confirmation, merchant)),
  );
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost.map(({ reason }) => reason as unknown)).toEqual([refused("ledger.insufficient_funds")]);
  const won = outcomes[0]!.status === "fulfilled" ? first : second;
  const other = won === first ? second : first;
  await reaches(desk, merchant, won.id, "completed");
  expect((await payoutOf(desk, merchant, other.id)).state).toBe("unverified");
  await desk.call(citic.cancel, { id: other.id }, merchant);
  expect((await payoutOf(desk, merchant, other.id)).state).toBe("cancelled");
  await booksAreRight();
});

test("the bank refuses: all of it is back, fee included, and the merchant reads why", async () => {
  const { merchant, source } = await readyMerchant(desk, "400.00");
  await bankWill(desk, "refuse");
  const { id } = await withdraw(desk, merchant, source.id, "400.00");
  const failed = await reaches(desk, merchant, id, "failed");
  expect(failed.reason).toContain("银行未受理");
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("400.00"), held: 0n });
  expect((await titles(merchant))[0]).toBe("提现 USD 400.00 失败");
  expect(await atBank(desk, failed.reference, "tellAgain")).toEqual(["repeated"]);
  const waiting = async () => (await desk.call(operationsEndpoints.waiting, {}, desk.finance)).payouts;
  const waitedBefore = await waiting();
  // Now it says the opposite: nothing moves on its word.
  for (const said of ["paid", "returned"]) {
    await desk.database.query("update sandbox_payout set state = $2 where reference = $1", [failed.reference, said]);
    // Said twice, it is one word.
    for (const outcome of ["contradicted", "contradicted"])
      expect(await atBank(desk, failed.reference, "tellAgain")).toEqual([outcome]);
  }
  // The desk shows it until one of finance has compared with the bank.
  const key = { merchantId: merchant.userId, id };
  const shown = async () => {
    const filters = { trouble: ["contradicted"], merchantId: merchant.userId };
    const { records } = await desk.call(calls.payoutDesk, { filters }, desk.finance);
    return records.map((row) => [row.id, row.trouble]);
  };
  expect(await shown()).toEqual([[id, "contradicted"]]);
  expect(await waiting()).toBe(waitedBefore + 1);
  const unseen = async () => (await desk.call(calls.payoutCase, key, desk.finance)).contradictions;
  const said = await unseen();
  const ofWord = (word: string) => said.find((one) => one.said === word)!;
  expect(said).toHaveLength(2);
  const stood = { state: "failed", amount: null };
  expect(ofWord("paid")).toMatchObject({ ...stood, reason: null, reference: null });
  expect(ofWord("returned")).toMatchObject({ ...stood, reason: failed.reason, reference: `${failed.reference}-R` });
  const look = (...words: string[]) => {
    const contradictionIds = words.map((word) => ofWord(word).id);
    return desk.call(calls.seeContradiction, { ...key, contradictionIds, note: "银行确认没有付款" }, desk.finance);
  };
  // Only what was read has been looked at.
  await look("paid");
  expect((await unseen()).map(({ id: left }) => left)).toEqual([ofWord("returned").id]);
  await expect(look("paid", "returned")).rejects.toEqual(refused("state.changed"));
  expect(await shown()).toEqual([[id, "contradicted"]]);
  await look("returned");
  await expect(look("returned")).rejects.toEqual(refused("state.changed"));
  expect(await shown()).toEqual([]);
  expect(await waiting()).toBe(waitedBefore);
  // Said once more while the payment stands as it did: nothing new to look at.
  expect(await atBank(desk, failed.reference, "tellAgain")).toEqual(["contradicted"]);
  expect(await shown()).toEqual([]);
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("400.00"), held: 0n });
  await bankWill(desk, "pay");
  await booksAreRight();
});

test("a return after success takes the settlement back whole, once, however often it is told", async () => {
  const { merchant, source } = await readyMerchant(desk, "1000.00");
  await bankWill(desk, "repeat");
  const { id } = await withdraw(desk, merchant, source.id, "600.00");
  const { reference } = await reaches(desk, merchant, id, "completed");
  await bankWill(desk, "pay");
  expect(await atBank(desk, reference, "tellAgain")).toEqual(["repeated"]);
  // It mixes something up in between, and its books stay as they are.
  expect(await atBank(desk, reference, "contradict")).toEqual(["contradicted"]);
  expect((await payoutOf(desk, merchant, id)).state).toBe("completed");
  expect(await atBank(desk, reference, "return")).toEqual(["returned"]);
  expect(await atBank(desk, reference, "tellAgain")).toEqual(["repeated"]);
  const returned = await payoutOf(desk, merchant, id);
  expect(returned.timeline.map(({ action }) => action)).toEqual(["apply", "confirm", "send", "settle", "giveBack"]);
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("1000.00"), held: 0n });
  expect(await balances(merchant.userId)).toEqual({
    "collection:USD:id": "100000",
    "house.nostro:USD:sandbox-bank": "-100000",
    "house.quota:USD": "-100000",
    "quota:USD:open": "100000",
  });
  expect((await titles(merchant))[0]).toBe("提现 USD 600.00 已退回");
  await expect(atBank(desk, reference, "return")).rejects.toEqual(refused("payout.nothing_to_decide"));
  await booksAreRight();
  // Under another number it would be money that came back twice: a person looks, nothing moves.
  await desk.database.query("update payout set return_reference = 'B-7' where id = $1", [id]);
  expect(await atBank(desk, reference, "tellAgain")).toEqual(["contradicted"]);
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("1000.00"), held: 0n });
});

test("a return banks kept a part of: what came back is the merchant's, at the payment's own rate, and the fee with it", async () => {
  const { merchant, source } = await readyMerchant(desk, "1000.00");
  const { id } = await withdraw(desk, merchant, source.id, "600.00");
  const { reference, arrives, price } = await reaches(desk, merchant, id, "completed");
  expect(await atBank(desk, reference, "returnShort")).toEqual(["returned"]);
  expect(await atBank(desk, reference, "tellAgain")).toEqual(["repeated"]);
  await desk.database.query("update sandbox_payout set returned_minor = returned_minor + 1 where reference = $1", [
    reference,
  ]);
  expect(await atBank(desk, reference, "tellAgain")).toEqual(["contradicted"]);
  const back = await payoutOf(desk, merchant, id);
  const kept = 1_500n;
  expect(back).toMatchObject({
    state: "returned",
    returned: { currency: "CNY", minor: arrives!.minor - kept },
    reason: expect.stringContaining("银行扣费 CNY 15.00，实际退回") as string,
  });
  const charge = (kept * price!.exchanged.minor + arrives!.minor - 1n) / arrives!.minor;
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("1000.00") - charge, held: 0n });
  // The bank's statement has what came back, and so have the books.
  await booksAreRight();
});

test("a bank that returns what was never sent is heard, and moves nothing", async () => {
  const { merchant, source } = await readyMerchant(desk, "500.00");
  const { id } = await desk.call(citic.apply, { accountId: source.id, amount: usd("500.00") }, merchant);
  const { reference } = await payoutOf(desk, merchant, id);
  await desk.database.query(
    `insert into sandbox_payout (bank, reference, payee, bank_name, bank_code, currency, amount_minor, short_minor, state, reason, at)
     values ('citic', $1, 'x', 'x', '', 'CNY', 350000, 0, 'returned', '户名不符', now())`,
    [reference],
  );
  expect(await atBank(desk, reference, "tellAgain")).toEqual(["contradicted"]);
  expect((await payoutOf(desk, merchant, id)).state).toBe("unverified");
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("500.00"), held: 0n });
});

test("a bank that never answers: it stays with the bank, is asked again, and is paid once", async () => {
  const { merchant, source } = await readyMerchant(desk, "700.00");
  await bankWill(desk, "silent");
  const { id } = await withdraw(desk, merchant, source.id, "700.00");
  const { reference, next } = await reaches(desk, merchant, id, "processing");
  expect(next).toContain("不会重复付款");
  await expect(desk.call(citic.cancel, { id }, merchant)).rejects.toEqual(refused("state.changed"));
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: 0n, held: minor("700.00") });
  await bankWill(desk, "pay");
  // It pays in the end without a word; the question finds out.
  expect(await atBank(desk, reference, "pay", false)).toEqual([]);
  expect((await payoutOf(desk, merchant, id)).state).toBe("processing");
  desk.clock.advance({ minutes: 2 });
  await watch(desk);
  await until(async () => ((await payoutOf(desk, merchant, id)).state === "completed" ? true : undefined));
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: 0n, held: 0n });
  await booksAreRight();
});

test("a lost answer is asked about, never sent twice", async () => {
  const { merchant, source } = await readyMerchant(desk, "260.00");
  await bankWill(desk, "lost");
  const { id } = await withdraw(desk, merchant, source.id, "260.00");
  const { reference } = await reaches(desk, merchant, id, "processing");
  desk.clock.advance({ minutes: 5 });
  await reaches(desk, merchant, id, "completed");
  await bankWill(desk, "pay");
  const payments = await desk.call(bank.payoutBankPayments, {}, desk.admin);
  expect(payments.find((payment) => payment.reference === reference)).toMatchObject({ state: "paid", instructed: 1 });
  await booksAreRight();
});

test("news of a return that comes before news of the payment counts for both", async () => {
  const { merchant, source } = await readyMerchant(desk, "150.00");
  await bankWill(desk, "silent");
  const { id } = await withdraw(desk, merchant, source.id, "150.00");
  const { reference } = await reaches(desk, merchant, id, "processing");
  await bankWill(desk, "pay");
  await atBank(desk, reference, "pay", false);
  expect(await atBank(desk, reference, "return")).toEqual(["returned"]);
  expect((await payoutOf(desk, merchant, id)).state).toBe("returned");
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("150.00"), held: 0n });
  await booksAreRight();
});

const textOf = async (file: Promise<{ blob: Blob }>): Promise<string> => (await file).blob.text();

test("the calls over every kind of payment do what the withdrawal's own do, for nobody else's", async () => {
  const { withdrawal } = payoutFamilies;
  const { merchant, source } = await readyMerchant(desk, "1000.00");
  const stranger = await certifiedMerchant(desk);
  const accounts = await desk.call(calls.payoutAccounts, {}, merchant);
  expect(accounts.accounts).toMatchObject([{ accountId: source.id, available: usd("1000.00") }]);
  expect(accounts).toEqual(await desk.call(withdrawal.overview, {}, merchant));
  expect((await desk.call(calls.payoutAccounts, {}, stranger)).accounts).toEqual([]);

  const limits = { minimum: minimumWithdrawal("USD"), maximum: payoutLimit("mainland", "USD") };
  const pair = await desk.call(calls.currencyPair, { a: "USD", b: "CNY" }, merchant);
  expect(pair).toMatchObject({ ...limits, available: usd("1000.00") });
  expect(Number(pair.rate)).toBeLessThan(Number(pair.mid));
  expect(await desk.call(calls.currencyPair, { a: "USD", b: "USD" }, stranger)).toEqual({
    ...limits,
    available: usd("0.00"),
    rate: null,
    mid: null,
  });
  // The rate moves while one looks; what is kept of it does not.
  const request = { accountId: source.id, amount: usd("400.00") };
  const quote = await desk.call(withdrawal.trial, request, merchant);
  const kept = (price: { rate: string | null; mid: string | null }) => Number(price.rate) / Number(price.mid);
  const converted = await desk.call(calls.convert, { from: "USD", to: "CNY", amount: "1,000" }, merchant);
  expect(converted.sell).toEqual(usd("1000.00"));
  expect(Number(formatMoney(converted.buy))).toBeCloseTo(1000 * Number(converted.rate), 1);
  for (const price of [converted, pair]) expect(kept(price)).toBeCloseTo(kept(quote), 6);
  await expect(desk.call(calls.convert, { from: "USD", to: "CNY", amount: "0" }, merchant)).rejects.toMatchObject({
    fields: { amount: "请填写正确的金额" },
  });

  const { id } = await desk.call(withdrawal.apply, request, merchant);
  const note = { id, remittance: "十一月货款" };
  await expect(desk.call(calls.modifyTransfer, note, stranger)).rejects.toEqual(refused("not_found"));
  expect(await desk.call(calls.modifyTransfer, note, merchant)).toEqual({ id, state: "unverified" });
  await expect(desk.call(calls.sendWithdrawalCode, { id }, stranger)).rejects.toEqual(refused("not_found"));
  const verifyCode = await desk.codeAfter(merchant.mobile, () => desk.call(calls.sendWithdrawalCode, { id }, merchant));
  const { quoteId } = await desk.call(withdrawal.trial, request, merchant);
  await expect(desk.call(calls.confirmPayout, { id, quoteId, verifyCode }, stranger)).rejects.toEqual(
    refused("not_found"),
  );
  expect(await desk.call(calls.confirmPayout, { id, quoteId, verifyCode }, merchant)).toEqual({
    id,
    state: "submitted",
  });
  const { remittance, reference } = await reaches(desk, merchant, id, "completed");
  expect(remittance).toBe(note.remittance);
  await expect(desk.call(calls.modifyTransfer, note, merchant)).rejects.toEqual(refused("state.changed"));
  expect(await textOf(desk.call(calls.exportPayouts, { filters: {} }, merchant))).toContain(reference);
  const only = (ids: string[]) => textOf(desk.call(calls.exportPayouts, { filters: {}, ids }, merchant));
  expect(await only([id])).toContain(reference);
  expect(await only([crypto.randomUUID()])).not.toContain(reference);
  expect(await textOf(desk.call(calls.exportPayouts, { filters: {} }, stranger))).not.toContain(reference);
  expect(await textOf(desk.call(calls.exportTransfers, { filters: {} }, merchant))).not.toContain(reference);
  await booksAreRight();
});

async function addPayee(merchant: TestMerchant, kind: "supplier" | "service", bankAccount: string): Promise<string> {
  desk.clock.advance({ seconds: 61 });
  const { id } = await desk.call(
    kind === "supplier" ? payees.addSupplier : payees.addServiceProvider,
    {
      supplierName: "HARBOR PACKAGING LLC",
      bankAccountHolder: "HARBOR PACKAGING LLC",
      bankAccount,
      bankCurrency: "USD",
      supplierCountryCode: "US",
      clearCode: "021000021",
      bankAccountType: "checking",
      verificationCode: await accountCode(desk, merchant),
    },
    merchant,
  );
  return id;
}

test("suppliers are paid by the older names too; each kind shows its own payees and payments", async () => {
  const { supplier, service, seller } = payoutFamilies;
  await bankWill(desk, "pay", 0, "clearing");
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "1000.00");
  const [harbour, freight] = [
    await addPayee(merchant, "supplier", "4830000099"),
    await addPayee(merchant, "service", "4830000100"),
  ];
  await rested(desk, merchant);
  const request = { accountId: source.id, amount: usd("300.00"), beneficiaryId: harbour, way: "local" } as const;
  const { fee, feeLines } = await desk.call(supplier.trial, request, merchant);
  const question = { currency: "USD", amount: "300.00", country: "US" } as const;
  expect(await desk.call(calls.transferFee, question, merchant)).toEqual({ fee, feeLines });

  // Of a store: those paid out of the account it is paid into.
  const [shop] = await desk.database.query<{ id: string }>(
    "select id from store where merchant_id = $1 and receiving_account_id = $2",
    [merchant.userId, source.id],
  );
  const ofShop = async (who: { token: string } = merchant) =>
    (await desk.call(payees.suppliers, { merid: shop!.id }, who)).map((one) => one.id);
  expect(await ofShop()).toEqual([]);

  const { id, state } = await desk.call(calls.addSupplierPayout, request, merchant);
  expect(state).toBe("unverified");
  const verifyCode = await desk.codeAfter(merchant.mobile, () => desk.call(calls.sendTransferCode, { id }, merchant));
  const { quoteId } = await desk.call(supplier.trial, request, merchant);
  await desk.call(supplier.confirm, { id, quoteId, verifyCode }, merchant);
  const { reference } = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const payout = await desk.call(supplier.detail, { id }, merchant);
    return payout.state === "completed" ? payout : undefined;
  });
  const paidTo = async (supplierId: string, who: { token: string } = merchant) =>
    (await desk.call(calls.supplierPayouts, { supplierId, filters: {} }, who)).records.map((one) => one.id);
  expect(await paidTo(harbour)).toEqual([id]);
  expect(await ofShop()).toEqual([harbour]);
  await expect(ofShop(await certifiedMerchant(desk))).rejects.toEqual(refused("not_found"));
  expect(await paidTo(freight)).toEqual([]);
  expect(await paidTo(harbour, await certifiedMerchant(desk))).toEqual([]);
  const transfers = await textOf(desk.call(calls.exportTransfers, { filters: {} }, merchant));
  expect(transfers).toContain(reference);

  const ofKind = async (overview: typeof seller.overview) => {
    const { payees: shown, accounts } = await desk.call(overview, {}, merchant);
    expect(accounts).toMatchObject([{ accountId: source.id, available: usd("700.00") }]);
    return shown.map((one) => one.id);
  };
  expect(await ofKind(supplier.overview)).toEqual([harbour]);
  expect(await ofKind(service.overview)).toEqual([freight]);
  expect(await ofKind(seller.overview)).toEqual([]);
  const written = await desk.call(service.apply, { ...request, beneficiaryId: freight }, merchant);
  const other = { id: written.id };
  await expect(desk.call(service.cancel, other, await certifiedMerchant(desk))).rejects.toEqual(refused("not_found"));
  expect(await desk.call(service.cancel, other, merchant)).toEqual({ id: written.id, state: "cancelled" });
  await expect(desk.call(service.cancel, { id }, merchant)).rejects.toEqual(refused("state.changed"));
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("700.00"), held: 0n });
  await booksAreRight();
});
