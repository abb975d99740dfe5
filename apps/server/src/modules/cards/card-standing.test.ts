import {
  approvalEndpoints,
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  cardIssuerEndpoints as issuer,
  messageEndpoints,
  type CallInput,
} from "@coralhub/contract";
import { formatMoney, parseMoney, type Money } from "@coralhub/domain";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { giveBack } from "../identity/recovery-fixture.ts";
import { drawScreenshot } from "../stores/screenshot-fixture.ts";
import {
  act,
  cardMerchant,
  HOLDER,
  opened,
  openCard,
  payments,
  request,
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
afterEach(() => requireNoProblems(desk));
const refused = (reason: string): unknown => expect.objectContaining({ reason });

test("a card its owner had frozen stays frozen when we let it go, and is the owner's to let go", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id, token } = await openCard(desk, merchant, "50.00");
  const key = { merchantId: merchant.userId, id };
  const block = () => desk.call(desk_.blockCard, { ...key, reason: "疑似盗刷" }, desk.finance);
  const unblock = () => desk.call(desk_.unblockCard, { ...key, reason: "已核实" }, desk.finance);
  await desk.call(calls.suspendCard, { id }, merchant);
  await block();
  // Said once more, it is the same block.
  await block();
  expect(await unblock()).toEqual({ cardStatus: "frozen" });
  expect((await swipe(desk, token, "5.00")).approved).toBe(false);
  await desk.call(calls.unsuspendCard, { id }, merchant);
  expect((await swipe(desk, token, "5.00")).approved).toBe(true);
  await block();
  await block();
  expect(await unblock()).toEqual({ cardStatus: "active" });
  expect((await swipe(desk, token, "5.00")).approved).toBe(true);
});

test("a blocked card of an account that came back to its owner is the owner's to let go, too", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id } = await openCard(desk, merchant, "50.00");
  const key = { merchantId: merchant.userId, id };
  await desk.call(desk_.blockCard, { ...key, reason: "疑似盗刷" }, desk.finance);
  const owner = await giveBack(desk, merchant, "13512340079");
  await desk.call(desk_.unblockCard, { ...key, reason: "已核实" }, desk.finance);
  expect((await desk.call(calls.card, { id }, owner)).cardStatus).toBe("frozen");
});

test("a card that closed later tells all the money that went back", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id, token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "30.00");
  await desk.call(calls.closeCard, { id }, merchant);
  await act(desk, paymentReference, "settle", { amount: usd("25.00") });
  expect((await desk.call(calls.card, { id }, merchant)).cardStatus).toBe("closed");
  const { records } = await desk.call(messageEndpoints.messages, {}, merchant);
  expect(records.map(({ title, body }) => `${title} ${body}`).join("\n")).toContain("USD 75.00");
});

test("a dispute past the shop's answer and lost: each step has its words, and the credit goes back", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "40.00");
  await act(desk, paymentReference, "settle");
  const [row] = await payments(desk, merchant);
  const { id } = await desk.call(
    calls.disputePayment,
    { id: row!.id, reason: "notReceived", statement: "订单约定上周交付，一直没有收到", amount: usd("40.00") },
    merchant,
  );
  const move = (action: "file" | "escalate" | "arbitrate") =>
    desk.call(desk_.moveCardDispute, { merchantId: merchant.userId, id, action, reason: "证据充分" }, desk.finance);
  const held = async () => formatMoney((await desk.call(calls.cardWallet, {}, merchant)).held);
  await move("file");
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await held()) === "40.00" ? true : undefined;
  });
  const answer = (said: "represent" | "lose") =>
    desk.call(issuer.answerChargeback, { disputeId: id, answer: said, note: "卡组织的话" }, desk.admin);
  expect(await answer("represent")).toEqual({ outcome: "taken" });
  // What answers the shop is uploaded now, and before the network decides.
  const prove = async () => desk.call(calls.addDisputeEvidence, { id, file: await drawScreenshot() }, merchant);
  await prove();
  await move("escalate");
  await prove();
  await move("arbitrate");
  expect(await answer("lose")).toEqual({ outcome: "taken" });
  await expect(prove()).rejects.toMatchObject({ reason: "not_found" });
  expect(await held()).toBe("0.00");
  expect(formatMoney((await desk.call(calls.cardWallet, {}, merchant)).available)).toBe("0.00");
  const { dispute } = await desk.call(calls.cardTransaction, { id: row!.id }, merchant);
  expect(dispute!.evidence).toHaveLength(2);
  expect(dispute!.timeline.map(({ label }) => label)).toEqual([
    "提出争议",
    "发起拒付",
    "卡组织已暂时退回，款项冻结到结案",
    "对方抗辩",
    "进入预仲裁",
    "提交仲裁",
    "败诉",
  ]);
});

test("the money of a card that stands in is told as its own, and that card is tended", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const backup = await openCard(desk, merchant, "80.00", {
    cardName: "备用",
    controls: { warnBelow: usd("60.00") },
  });
  const { id, token } = await openCard(desk, merchant, "10.00");
  await desk.call(calls.updateCard, { id, backupCardId: backup.id }, merchant);
  expect((await swipe(desk, token, "40.00")).approved).toBe(true);
  const { records } = await desk.call(calls.cardRecharges, { filters: { kind: ["backupLoad"] } }, merchant);
  // What has left it for the other card's purchase, and nothing else.
  const gave = async (fromCardId: string) =>
    (await desk.call(calls.cardRecharges, { fromCardId }, merchant)).records.map((row) => [
      row.cardId,
      row.shopName,
      row.paymentId,
      formatMoney(row.rechargeAmount),
    ]);
  const [bought] = await payments(desk, merchant);
  expect(await gave(backup.id)).toEqual([[id, "FACEBK ADS", bought!.id, "30.00"]]);
  expect(await gave(id)).toEqual([]);
  const stranger = await cardMerchant(desk, "0.00");
  expect((await desk.call(calls.cardRecharges, { fromCardId: backup.id }, stranger)).records).toEqual([]);
  const { lastFour } = await desk.call(calls.card, { id: backup.id }, merchant);
  const detail = await desk.call(calls.cardRechargeDetail, { id: records[0]!.id }, merchant);
  expect([detail.cardId, detail.source]).toEqual([id, `备用 尾号 ${lastFour}`]);
  const paper = async (language: "zh" | "en") => {
    const { blob } = await desk.call(calls.cardRechargeReceipt, { id: detail.id, language }, merchant);
    return pdfText(new Uint8Array(await blob.arrayBuffer()));
  };
  expect(await paper("zh")).toContain(`备用 尾号 ${lastFour}`);
  expect(await paper("en")).toContain(`Card ending ${lastFour}`);
  const title = `珊瑚卡 备用 ···· ${lastFour} 余额低于 USD 60.00`;
  await until(async () => {
    const told = (await desk.call(messageEndpoints.messages, {}, merchant)).records;
    return told.some((message) => message.title === title) ? true : undefined;
  });
});

test("more declines than are shown are counted all the same", async () => {
  const merchant = await cardMerchant(desk, "10.00");
  const { id, token } = await openCard(desk, merchant);
  for (let time = 0; time < 6; time++) expect((await swipe(desk, token, "5.00")).approved).toBe(false);
  const { declineCount, declines } = await desk.call(calls.card, { id }, merchant);
  expect([declineCount, declines.length]).toEqual([6, 5]);
});

test("whoever had a card for a backup has its successor, and none once it is out of sight", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const old = await openCard(desk, merchant, "50.00", { cardName: "备用" });
  const { id, token } = await openCard(desk, merchant, "10.00");
  await desk.call(calls.updateCard, { id, backupCardId: old.id }, merchant);
  const backupOf = async () => (await desk.call(calls.card, { id }, merchant)).backupCardId;
  const { id: successor } = await desk.call(calls.replaceCard, { id: old.id }, merchant);
  expect(await backupOf()).toBe(successor);
  await opened(desk, merchant, successor);
  expect((await swipe(desk, token, "40.00")).approved).toBe(true);
  await desk.call(calls.closeCard, { id: successor }, merchant);
  await desk.call(calls.deleteCard, { id: successor }, merchant);
  expect(await backupOf()).toBeNull();
  // Its own name can still be changed, with everything else as the page has it.
  await desk.call(calls.updateCard, { id, cardName: "改名", backupCardId: await backupOf() }, merchant);
});

test("limits are in the card's currency, not below nothing, each currency once, and within the programme's own", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const save = (day: Money) =>
    desk.call(calls.saveCardBook, { id: null, name: "限额", limits: { day, month: null, life: null } }, merchant);
  await expect(save(usd("-1.00"))).rejects.toEqual(refused("input.invalid"));
  await expect(save(parseMoney("5.00", "EUR"))).rejects.toEqual(refused("input.invalid"));
  const { perTransaction } = await desk.call(desk_.cardProgramme, {}, desk.finance);
  const above = { ...perTransaction, minor: perTransaction.minor + 1n };
  const limits = { perTransaction: above, day: null, month: null, life: null };
  const apply = (controls: CallInput<typeof calls.setCardControls.input>["controls"]) =>
    desk.call(calls.applyForCards, { userCardDTO: [request({ controls })] }, merchant);
  await expect(apply({ limits })).rejects.toEqual(refused("card.limit_above_programme"));
  const euro = { currency: "EUR" as const, perTransaction: parseMoney("5.00", "EUR") };
  await expect(apply({ currencies: [euro, { ...euro, perTransaction: null }] })).rejects.toEqual(
    refused("input.invalid"),
  );
  await expect(apply({ currencies: [{ ...euro, perTransaction: usd("5.00") }] })).rejects.toEqual(
    refused("input.invalid"),
  );
  expect((await apply({ currencies: [euro] })).ids).toHaveLength(1);
});

test("two applications at once do not pass the number of cards a merchant may have", async () => {
  const { changedAt: _at, ...now } = await desk.call(desk_.cardProgramme, {}, desk.finance);
  const setMost = async (cardsPerMerchant: number) => {
    const proposal = { ...now, cardsPerMerchant, reason: "张数" };
    const { approvalId } = await desk.call(desk_.setCardProgramme, proposal, desk.finance);
    const agree = { id: approvalId, decision: "approve", note: "同意" } as const;
    await desk.call(approvalEndpoints.decideApproval, agree, desk.admin);
  };
  await setMost(3);
  const merchant = await cardMerchant(desk, "100.00");
  const apply = () =>
    desk.call(calls.applyForCards, { userCardDTO: [request(), request({ cardName: "二" })] }, merchant);
  const answers = await Promise.allSettled(Array.from({ length: 4 }, apply));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await desk.call(calls.cardUser, {}, merchant)).cards).toBe(2);
  await setMost(now.cardsPerMerchant);
});

test("the same group or the same announcement twice at once: one of each, and the other is told why", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const reasonsOf = (answers: PromiseSettledResult<unknown>[]) =>
    answers.flatMap((one) => (one.status === "rejected" ? [(one.reason as { reason: string }).reason] : []));
  const limits = { day: null, month: null, life: null };
  const save = () => desk.call(calls.saveCardBook, { id: null, name: "同名", limits }, merchant);
  const saved = await Promise.allSettled(Array.from({ length: 4 }, save));
  expect(reasonsOf(saved)).toEqual(Array(3).fill("card.book_name_taken"));
  const { serialNumber } = await desk.call(calls.serialNumber, { type: 1 }, merchant);
  const announce = () =>
    desk.call(calls.announceOfflineFunding, { serialNumber, amount: usd("48.00"), payer: HOLDER }, merchant);
  const announced = await Promise.allSettled(Array.from({ length: 4 }, announce));
  expect(reasonsOf(announced)).toEqual(Array(3).fill("card.serial_used"));
});

test("a group is taken away while a card joins it: one of the two is told why, and no card is in a group that is gone", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { id: cardId } = await openCard(desk, merchant);
  const limits = { day: null, month: null, life: null };
  const reasons = new Set<string>();
  for (let round = 0; round < 8; round++) {
    const name = `组 ${round}`;
    const { id } = await desk.call(calls.saveCardBook, { id: null, name, limits }, merchant);
    const answers = await Promise.allSettled([
      desk.call(calls.removeCardBook, { id }, merchant),
      desk.call(calls.updateCard, { id: cardId, bookId: id }, merchant),
      desk.call(calls.removeCardBook, { id }, merchant),
    ]);
    for (const one of answers) if (one.status === "rejected") reasons.add((one.reason as { reason: string }).reason);
    const { bookId } = await desk.call(calls.card, { id: cardId }, merchant);
    const left = (await desk.call(calls.cardBooks, {}, merchant)).some((book) => book.id === id);
    expect(bookId === id).toBe(left);
    await desk.call(calls.updateCard, { id: cardId, bookId: null }, merchant);
  }
  expect([...reasons].filter((reason) => reason !== "not_found" && reason !== "card.book_in_use")).toEqual([]);
});
