import {
  approvalEndpoints,
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  type CallInput,
} from "@coralhub/contract";
import { luhnDigit, moneyText } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  act,
  cardMerchant,
  openCard,
  payments,
  requireNoProblems,
  startCards,
  swipe,
  usd,
  type Desk,
} from "./cards-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startCards()));
afterAll(() => desk.close());
const refused = (reason: string): unknown => expect.objectContaining({ reason });

/** Everything a page that was open for long could still send for a card that pays no more. */
function triesOn(
  merchant: TestMerchant,
  id: string,
  { bookId, backupCardId }: { bookId: string; backupCardId: string },
) {
  const rules = (controls: CallInput<typeof calls.setCardControls.input>["controls"]) =>
    desk.call(calls.setCardControls, { id, controls }, merchant);
  return [
    () => rules({ limits: { perTransaction: usd("5.00"), day: null, month: null, life: null } }),
    () => rules({ autoTopUp: { below: usd("10.00"), to: usd("50.00"), timesPerMonth: 1 } }),
    () => rules({ warnBelow: usd("5.00") }),
    () => desk.call(calls.setCardControls, { id, controls: {}, unlock: true }, merchant),
    () => desk.call(calls.updateCard, { id, bookId }, merchant),
    () => desk.call(calls.updateCard, { id, backupCardId }, merchant),
    () => desk.call(calls.rechargeCard, { cardId: id, rechargeAmount: usd("1.00") }, merchant),
    () => desk.call(calls.revealCard, { id, verifyCode: "000000" }, merchant),
  ];
}

test("a card that is closing, closed or expired takes neither rules nor money; what it is called may be put right", async () => {
  const merchant = await cardMerchant(desk, "400.00");
  const backup = await openCard(desk, merchant, "10.00", { cardName: "备用" });
  const limits = { day: null, month: null, life: null };
  const { id: bookId } = await desk.call(calls.saveCardBook, { id: null, name: "投放组", limits }, merchant);
  const { id, token } = await openCard(desk, merchant, "50.00");
  await desk.call(calls.updateCard, { id, bookId, backupCardId: backup.id }, merchant);
  const { paymentReference } = await swipe(desk, token, "10.00");
  const over = { bookId, backupCardId: backup.id };
  await desk.call(calls.updateCard, { id, bookId: null, backupCardId: null }, merchant);
  await desk.call(calls.closeCard, { id }, merchant);
  for (const state of ["closing", "closed"] as const) {
    expect((await desk.call(calls.card, { id }, merchant)).cardStatus).toBe(state);
    for (const send of triesOn(merchant, id, over)) await expect(send()).rejects.toEqual(refused("card.not_usable"));
    const cardName = `旧卡 ${state}`;
    await desk.call(calls.updateCard, { id, cardName, label: null, bookId: null, backupCardId: null }, merchant);
    expect(await desk.call(calls.card, { id }, merchant)).toMatchObject({ cardName, bookId: null, backupCardId: null });
    if (state === "closing") await act(desk, paymentReference, "reverse");
  }
  // Nor does it stand in for another one.
  const lean = desk.call(calls.updateCard, { id: backup.id, backupCardId: id }, merchant);
  await expect(lean).rejects.toEqual(refused("card.backup_over"));

  const old = await openCard(desk, merchant, "10.00", { cardName: "到期" });
  await desk.database.query("update card set state = 'expired' where id = $1", [old.id]);
  for (const send of triesOn(merchant, old.id, over)) await expect(send()).rejects.toEqual(refused("card.not_usable"));
  await requireNoProblems(desk);
});

test("more of a purchase that was refused can be tried again, together with what stands: one top-up is enough", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { id, token } = await openCard(desk, merchant, "50.00", {
    controls: { limits: { perTransaction: usd("90.00"), day: null, month: null, life: null } },
  });
  const { paymentReference } = await swipe(desk, token, "40.00");
  expect((await act(desk, paymentReference, "increment", { amount: usd("30.00") })).approved).toBe(false);
  const [row] = await payments(desk, merchant);
  const paid = await desk.call(calls.cardTransaction, { id: row!.id }, merchant);
  expect(paid.refusedMore).toEqual({ amount: usd("30.00"), charged: usd("30.00") });
  const shop = { shopName: paid.shopName, category: paid.category, country: paid.shopCountry };
  const tryMore = (amount = usd("30.00")) =>
    desk.call(calls.simulateCard, { id, amount, moreOf: row!.id, ...shop }, merchant);
  expect(await tryMore()).toMatchObject({ approved: false, remedies: [{ kind: "topUp", amount: usd("20.00") }] });
  await desk.call(calls.rechargeCard, { cardId: id, rechargeAmount: usd("20.00") }, merchant);
  expect(await tryMore()).toMatchObject({ approved: true });
  // The limit of each purchase counts the whole of it, as the decision does.
  await desk.call(calls.rechargeCard, { cardId: id, rechargeAmount: usd("50.00") }, merchant);
  expect(await tryMore(usd("60.00"))).toMatchObject({ approved: false, code: "61" });
  expect((await act(desk, paymentReference, "increment", { amount: usd("30.00") })).approved).toBe(true);
  expect((await desk.call(calls.cardTransaction, { id: row!.id }, merchant)).refusedMore).toBeNull();
  await act(desk, paymentReference, "settle");
  await expect(tryMore()).rejects.toEqual(refused("card.payment_over"));
  const other = await openCard(desk, merchant, "10.00", { cardName: "另一张" });
  const elsewhere = { id: other.id, amount: usd("1.00"), moreOf: row!.id, ...shop };
  await expect(desk.call(calls.simulateCard, elsewhere, merchant)).rejects.toEqual(refused("not_found"));
  await requireNoProblems(desk);
});

test("who agrees to other limits of the programme reads what they were and what they shall be", async () => {
  const { changedAt: _at, ...now } = await desk.call(desk_.cardProgramme, {}, desk.finance);
  const propose = (change: Partial<typeof now>) =>
    desk.call(desk_.setCardProgramme, { ...now, ...change, reason: "收紧" }, desk.finance);
  await expect(propose({})).rejects.toEqual(refused("card.programme_same"));
  const { approvalId } = await propose({ day: usd("100.00"), attemptsPerHour: 7 });
  const { records } = await desk.call(approvalEndpoints.approvals, {}, desk.admin);
  expect(records.find(({ id }) => id === approvalId)!.facts).toEqual([
    { label: "每卡每天最多", value: `${moneyText(now.day)} → USD 100.00` },
    { label: "每卡每小时最多", value: `${now.attemptsPerHour} 次授权 → 7 次授权` },
  ]);
  const reject = { id: approvalId, decision: "reject", note: "先不收紧" } as const;
  await desk.call(approvalEndpoints.decideApproval, reject, desk.admin);
});

test("no list of cards is asked by a whole card number", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const digits = "493193000000123";
  const number = digits + luhnDigit(digits);
  const asOperator = (filters: CallInput<typeof desk_.cardDesk.input>["filters"]) =>
    desk.call(desk_.cardDesk, { filters }, desk.reviewer);
  for (const filters of [{ lastFour: number }, { lastFour: "12345" }, { lastFour: "12a4" }, { token: number }]) {
    await expect(asOperator(filters)).rejects.toEqual(refused("input.invalid"));
  }
  await expect(asOperator({ lastFour: number })).rejects.toMatchObject({
    fields: { "filters.lastFour": "请填写 4 位尾号，不要填写完整卡号" },
  });
  expect((await asOperator({ lastFour: "1234" })).records).toEqual([]);
  const own = [
    () => desk.call(calls.cards, { filters: { cardName: number } }, merchant),
    () => desk.call(calls.cardTransactions, { filters: { cardLastFour: number } }, merchant),
    () => desk.call(calls.cardRecharges, { filters: { cardLastFour: number } }, merchant),
  ];
  for (const ask of own) await expect(ask()).rejects.toEqual(refused("input.invalid"));
});
