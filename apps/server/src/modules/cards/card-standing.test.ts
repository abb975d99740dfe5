import {
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  cardIssuerEndpoints as issuer,
  messageEndpoints,
} from "@coralhub/contract";
import { formatMoney } from "@coralhub/domain";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { giveBack } from "../identity/recovery-fixture.ts";
import { drawScreenshot } from "../stores/screenshot-fixture.ts";
import {
  act,
  cardMerchant,
  openCard,
  payments,
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
