import {
  approvalEndpoints,
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  cardIssuerEndpoints as issuer,
  type CallInput,
} from "@coralhub/contract";
import { cardWalletCode, formatMoney, parseMoney, type Money } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  act,
  booksOf,
  cardMerchant,
  openCard,
  payments,
  plantWallet,
  requireNoProblems,
  startCards,
  swipe,
  until,
  usd,
  type Desk,
} from "./cards-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startCards()));
afterAll(() => desk.close());

type Trial = Partial<CallInput<typeof calls.simulateCard.input>>;
const tryOn = (merchant: TestMerchant, id: string, amount: Money, more: Trial = {}) =>
  desk.call(calls.simulateCard, { id, amount, shopName: "FACEBK ADS", category: "advertising", ...more }, merchant);
/** Tried and then done: both say the same, and the trial moves nothing. */
async function bothSay(merchant: TestMerchant, { id, token }: { id: string; token: string }, amount: Money) {
  const before = await booksOf(desk, merchant);
  const trial = await tryOn(merchant, id, amount);
  expect(await booksOf(desk, merchant)).toEqual(before);
  const real = await swipe(desk, token, amount, amount.currency === "JPY" ? { country: "JP" } : {});
  expect([trial.approved, trial.code]).toEqual([real.approved, real.code]);
  return trial;
}

test("a trial counts with the automatic top-up, the backup card and the foreign fee, like the decision itself", async () => {
  const merchant = await cardMerchant(desk, "600.00");
  const card = await openCard(desk, merchant, "20.00", {
    controls: { autoTopUp: { below: usd("10.00"), to: usd("50.00"), timesPerMonth: 1 } },
  });
  expect(await bothSay(merchant, card, usd("60.00"))).toMatchObject({ approved: false, help: null });
  expect(await bothSay(merchant, card, usd("40.00"))).toMatchObject({
    approved: true,
    help: "从卡钱包自动充值 USD 30.00",
  });
  // The month's one top-up is used.
  expect(await bothSay(merchant, card, usd("30.00"))).toMatchObject({ approved: false, help: null });
  const backup = await openCard(desk, merchant, "80.00", { cardName: "备用" });
  await desk.call(calls.updateCard, { id: card.id, backupCardId: backup.id }, merchant);
  const helped = await bothSay(merchant, card, usd("30.00"));
  expect([helped.approved, helped.help]).toEqual([
    true,
    expect.stringMatching(/^从备用卡「备用 ···· \d{4}」补足 USD 20.00$/),
  ]);
  await desk.call(calls.suspendCard, { id: backup.id }, merchant);
  expect(await bothSay(merchant, card, usd("30.00"))).toMatchObject({ approved: false, help: null });

  const abroad = await openCard(desk, merchant, "100.00", { cardName: "日本" });
  const yen = parseMoney("10000", "JPY");
  const { charged, fee, approved } = await tryOn(merchant, abroad.id, yen, { country: "JP" });
  expect(approved).toBe(true);
  const billed = charged.minor - fee.minor;
  expect(fee.minor).toBe((billed + 50n) / 100n);
  // Just enough without the fee is not enough.
  const exact = await openCard(desk, merchant, formatMoney({ ...charged, minor: billed }), { cardName: "刚好" });
  expect(await tryOn(merchant, exact.id, yen, { country: "JP" })).toMatchObject({ approved: false, code: "51" });
  const controls = { currencies: [{ currency: "JPY" as const, perTransaction: parseMoney("9999", "JPY") }] };
  await desk.call(calls.setCardControls, { id: abroad.id, controls }, merchant);
  expect(await bothSay(merchant, abroad, yen)).toMatchObject({ approved: false, code: "57" });
  await requireNoProblems(desk);
});

/** The programme's number of attempts an hour, as two of finance set it; answers the one before. */
async function setAttempts(attemptsPerHour: number): Promise<number> {
  const { changedAt: _at, ...now } = await desk.call(desk_.cardProgramme, {}, desk.finance);
  const request = { ...now, attemptsPerHour, reason: "频次" };
  const { approvalId: id } = await desk.call(desk_.setCardProgramme, request, desk.finance);
  await desk.call(approvalEndpoints.decideApproval, { id, decision: "approve", note: "同意" }, desk.admin);
  return now.attemptsPerHour;
}

test("more of a purchase counts for the hour's number like a purchase; what a shop gives back does not", async () => {
  const before = await setAttempts(4);
  const merchant = await cardMerchant(desk, "300.00");
  const busy = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, busy.token, "5.00");
  for (const amount of ["1.00", "2.00", "3.00"]) {
    expect((await act(desk, paymentReference, "increment", { amount: usd(amount) })).approved).toBe(true);
  }
  expect(await act(desk, paymentReference, "increment", { amount: usd("1.00") })).toMatchObject({
    approved: false,
    code: "65",
  });
  expect(await swipe(desk, busy.token, "1.00")).toMatchObject({ approved: false, code: "65" });
  expect(await tryOn(merchant, busy.id, usd("1.00"))).toMatchObject({ approved: false, code: "65" });

  const generous = await openCard(desk, merchant, "100.00");
  const bought = await swipe(desk, generous.token, "50.00");
  await act(desk, bought.paymentReference, "settle");
  for (let n = 0; n < 5; n++) await act(desk, bought.paymentReference, "refund", { amount: usd("1.00") });
  expect((await swipe(desk, generous.token, "1.00")).approved).toBe(true);
  await setAttempts(before);
  await requireNoProblems(desk);
});

/** For one card: everybody who has signed in stays so. */
async function anHourPasses(cardId: string): Promise<void> {
  await desk.database.query(
    `update card_message set at = at - interval '1 hour'
     where payment_id in (select id from card_payment where card_id = $1)`,
    [cardId],
  );
  await desk.database.query("update card_payment set created_at = created_at - interval '1 hour' where card_id = $1", [
    cardId,
  ]);
}

test("many swipes and more of a purchase at once never pass the hour's number", async () => {
  const before = await setAttempts(8);
  const merchant = await cardMerchant(desk, "300.00");
  const { id, token } = await openCard(desk, merchant, "200.00");
  // Looked at, charged, refused: three of the eight are used up.
  expect((await swipe(desk, token, "0.00")).approved).toBe(true);
  const { paymentReference } = await swipe(desk, token, "5.00");
  expect((await swipe(desk, token, "900.00")).approved).toBe(false);
  const more = () => act(desk, paymentReference, "increment", { amount: usd("2.00") });
  const asked = Array.from({ length: 12 }, (_, n) => (n % 3 === 2 ? more() : swipe(desk, token, "1.00")));
  const answers = await Promise.all(asked);
  expect(answers.filter(({ approved }) => approved)).toHaveLength(5);
  expect(new Set(answers.filter(({ approved }) => !approved).map(({ code }) => code))).toEqual(new Set(["65"]));
  // An hour later they count no longer, however often the card was asked before.
  await anHourPasses(id);
  const later = await Promise.all(Array.from({ length: 10 }, () => swipe(desk, token, "1.00")));
  expect(later.filter(({ approved }) => approved)).toHaveLength(8);
  await setAttempts(before);
  await requireNoProblems(desk);
});

test("a dispute that is won makes good first what is owed", async () => {
  const merchant = await cardMerchant(desk, "31.00");
  const { token } = await openCard(desk, merchant, "20.00");
  const { paymentReference } = await swipe(desk, token, "20.00");
  await act(desk, paymentReference, "settle", { amount: usd("50.00") });
  const wallet = async () => {
    const { available, owed, held } = await desk.call(calls.cardWallet, {}, merchant);
    return [available, owed, held].map(formatMoney);
  };
  expect(await wallet()).toEqual(["0.00", "20.00", "0.00"]);
  const [row] = await payments(desk, merchant);
  const claim = { id: row!.id, reason: "notReceived" as const, statement: "订单约定上周交付，一直没有收到" };
  const { id } = await desk.call(calls.disputePayment, { ...claim, amount: usd("50.00") }, merchant);
  const file = { merchantId: merchant.userId, id, action: "file" as const, reason: "证据充分" };
  await desk.call(desk_.moveCardDispute, file, desk.finance);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await wallet())[2] === "50.00" ? true : undefined;
  });
  const win = { disputeId: id, answer: "win" as const, note: "卡组织支持" };
  expect(await desk.call(issuer.answerChargeback, win, desk.admin)).toEqual({ outcome: "taken" });
  expect(await wallet()).toEqual(["30.00", "0.00", "0.00"]);
  await requireNoProblems(desk);
});

test("what comes back into the card wallet by whatever way makes good what is owed within the minute", async () => {
  const merchant = await cardMerchant(desk, "31.00");
  const { token } = await openCard(desk, merchant, "20.00");
  const { paymentReference } = await swipe(desk, token, "20.00");
  await act(desk, paymentReference, "settle", { amount: usd("50.00") });
  const wallet = async () => {
    const { available, owed } = await desk.call(calls.cardWallet, {}, merchant);
    return [available, owed].map(formatMoney);
  };
  expect(await wallet()).toEqual(["0.00", "20.00"]);
  const comeBack = async (amount: string) => {
    await plantWallet(desk, merchant, amount, { to: cardWalletCode("USD") });
    await desk.app.platform.jobs.run("cards.watch", {});
    return wallet();
  };
  expect(await comeBack("15.00")).toEqual(["0.00", "5.00"]);
  expect(await comeBack("15.00")).toEqual(["10.00", "0.00"]);
  await requireNoProblems(desk);
});

test("a card its owner removed is found at the desk with its history, and nowhere by its owner", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id, token } = await openCard(desk, merchant, "50.00", { cardName: "旧卡" });
  const { paymentReference } = await swipe(desk, token, "10.00");
  await act(desk, paymentReference, "settle");
  const key = { merchantId: merchant.userId, id };
  expect(await desk.call(desk_.cardCase, key, desk.reviewer)).toMatchObject({ removedAt: null });
  await desk.call(calls.closeCard, { id }, merchant);
  await desk.call(calls.deleteCard, { id }, merchant);
  expect((await desk.call(calls.cards, {}, merchant)).records).toEqual([]);
  const { records } = await desk.call(desk_.cardDesk, { filters: { token } }, desk.reviewer);
  expect(records).toMatchObject([{ id, cardStatus: "closed", removedAt: expect.any(Date) as Date }]);
  const found = await desk.call(desk_.cardCase, key, desk.reviewer);
  expect(found).toMatchObject({ cardName: "旧卡", removedAt: expect.any(Date) as Date, may: { block: false } });
  expect(found.payments.map(({ shopName, state }) => [shopName, state])).toEqual([["FACEBK ADS", "settled"]]);
});

test("cards that have long waited for a shop keep no other from being closed", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id } = await openCard(desk, merchant);
  // More than are looked at together, all of them older, each with something that is still held.
  await desk.database.query(
    `with waiting as (
       insert into card (merchant_id, id, state, name, purpose, bin, currency, face, cardholder, issuer, controls,
         token, last_four, opening_fee_minor, first_load_minor, created_at, opened_at, changed_at)
       select merchant_id, gen_random_uuid(), 'closing', name, purpose, bin, currency, face, cardholder, issuer, controls,
         token || generate_series, last_four, 0, 0, created_at, opened_at, created_at - interval '1 day' from card, generate_series(1, 250) where id = $1 returning *)
     insert into card_payment (merchant_id, id, card_id, kind, state, issuer, network_id, shop_id, shop_name, shop_key, shop_code,
       shop_country, category, currency, original_currency, original_minor, asked_minor, held_minor, counted_day,
       hold_posting_id, hold_until, created_at, changed_at)
     select merchant_id, gen_random_uuid(), id, 'purchase', 'authorised', issuer, 'WAITS-' || id, 'S', 'S', 'S', '7311', 'US',
       'advertising', 'USD', 'USD', 1, 1, 1, '2026-01-01', gen_random_uuid(), $2, created_at, changed_at from waiting`,
    [id, new Date(desk.clock.now().getTime() + 86_400_000)],
  );
  await desk.database.query(
    "update card set state = 'closing', changed_at = changed_at - interval '1 hour' where id = $1",
    [id],
  );
  await desk.app.platform.jobs.run("cards.watch", {});
  expect((await desk.call(calls.card, { id }, merchant)).cardStatus).toBe("closed");
  await desk.database.query("delete from card_payment where network_id like 'WAITS-%'");
});
