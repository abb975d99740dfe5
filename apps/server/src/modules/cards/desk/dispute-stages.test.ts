import { cardDeskEndpoints as desk_, cardEndpoints as calls, cardIssuerEndpoints as issuer } from "@coralhub/contract";
import { disputeDueText, formatMoney, type DisputeDeskAction } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
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
} from "../cards-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startCards()));
afterAll(() => desk.close());
const DAY_MS = 86_400_000;

/** A dispute of a settled purchase, and what both sides do with it. */
async function disputed() {
  const merchant = await cardMerchant(desk, "101.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "40.00");
  await act(desk, paymentReference, "settle");
  const [row] = await payments(desk, merchant);
  const claim = { id: row!.id, reason: "notReceived" as const, statement: "订单约定上周交付，一直没有收到" };
  const { id } = await desk.call(calls.disputePayment, { ...claim, amount: usd("40.00") }, merchant);
  const key = { merchantId: merchant.userId, id };
  const wallet = async () => {
    const { available, held } = await desk.call(calls.cardWallet, {}, merchant);
    return [available, held].map(formatMoney);
  };
  return {
    id,
    wallet,
    move: (action: DisputeDeskAction) =>
      desk.call(desk_.moveCardDispute, { ...key, action, reason: "按证据处理" }, desk.finance),
    answer: (said: "represent" | "win" | "lose") =>
      desk.call(issuer.answerChargeback, { disputeId: id, answer: said, note: "卡组织的话" }, desk.admin),
    async look() {
      const { state, dueAt, actions } = await desk.call(desk_.cardDisputeCase, key, desk.finance);
      const days = dueAt && Math.round((dueAt.getTime() - desk.clock.now().getTime()) / DAY_MS);
      return { state, days, due: disputeDueText(state), actions };
    },
    filed: () =>
      until(async () => {
        await desk.app.platform.outbox.deliverDue();
        return (await wallet())[1] === "40.00" ? true : undefined;
      }),
  };
}
const takenBack = async (id: string) =>
  (
    await desk.database.query<{ amount: string }>(
      "select amount::text from sandbox_statement_line where reference = $1",
      [`CB${id}-CBR`],
    )
  ).map(({ amount }) => amount);

test("every stage has a day of its own and offers what may be decided in it", async () => {
  const { look, move, answer, filed } = await disputed();
  expect(await look()).toEqual({
    state: "submitted",
    days: 120,
    due: "卡组织受理截止",
    actions: ["ask", "file", "decline"],
  });
  await move("file");
  await filed();
  expect(await look()).toEqual({ state: "chargeback", days: 45, due: "商户抗辩截止", actions: [] });
  await answer("represent");
  const answered = { days: 30, due: "答复抗辩截止", actions: ["escalate", "accept"] };
  expect(await look()).toEqual({ state: "representment", ...answered });
  await move("escalate");
  const before = { days: 30, due: "提交仲裁截止", actions: ["accept", "arbitrate"] };
  expect(await look()).toEqual({ state: "preArbitration", ...before });
  await move("arbitrate");
  expect(await look()).toEqual({ state: "arbitration", days: null, due: null, actions: [] });
  await answer("win");
  expect(await look()).toEqual({ state: "won", days: null, due: null, actions: [] });
});

test("the shop's answer is accepted: the credit goes back once, on both sides, and the network is told", async () => {
  for (const escalated of [false, true]) {
    const { id, look, move, answer, filed, wallet } = await disputed();
    await move("file");
    await filed();
    await expect(move("accept")).rejects.toMatchObject({ reason: "state.changed" });
    await answer("represent");
    if (escalated) await move("escalate");
    await move("accept");
    expect(await wallet()).toEqual(["0.00", "0.00"]);
    await until(async () => {
      await desk.app.platform.outbox.deliverDue();
      return (await takenBack(id)).length > 0 ? true : undefined;
    });
    // What the network still says about it changes nothing any more.
    expect(await answer("lose")).toEqual({ outcome: "repeated" });
    expect(await answer("win")).toEqual({ outcome: "repeated" });
    await expect(move("accept")).rejects.toMatchObject({ reason: "state.changed" });
    expect(await takenBack(id)).toEqual(["-4000"]);
    expect(await wallet()).toEqual(["0.00", "0.00"]);
    expect(await look()).toEqual({ state: "lost", days: null, due: null, actions: [] });
  }
  const { differences } = await desk.call(desk_.cardReconciliation, {}, desk.finance);
  expect(differences).toEqual([]);
  await requireNoProblems(desk);
});
