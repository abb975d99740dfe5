import { cardEndpoints as calls, messageEndpoints } from "@coralhub/contract";
import { formatMoney, toShanghaiTime } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signIssuerNotice } from "../../rails/card-issuer/connectors/signed-issuer.ts";
import { startSignedService, type SignedService } from "../../rails/signed-service-fixture.ts";
import { callOpen, program } from "../developer/developer-fixture.ts";
import { startDesk } from "../income/income-fixture.ts";
import { cardMerchant, requireNoProblems, until, usd, request, type Desk } from "./cards-fixture.ts";

/** A connected issuer, whose words come through the hook: late, early, and by whatever names it has. */
let service: SignedService;
/** Hears what it is told, and fails to say so. */
let deaf = false;
let desk: Desk;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await startSignedService(() => ({ status: deaf ? 500 : 200, text: "{}" }));
  desk = await startDesk({ config: { cardIssuer: service.config } });
  merchant = await cardMerchant(desk, "2000.00");
});
afterAll(async () => {
  await desk.close();
  service.close();
});
afterEach(() => requireNoProblems(desk));

const tell = (content: object) =>
  desk.call(calls.cardIssuerNotice, signIssuerNotice(service.config.key, desk.clock.now(), content), {});
let said = 0;
const pay = (
  token: string,
  kind: string,
  amount: string,
  more: {
    networkId: string;
    id?: string;
    refundOf?: string;
    adviceOf?: string;
    final?: boolean;
    approved?: boolean;
    original?: object;
  },
) =>
  tell({
    notice: "payment",
    id: `MSG-LATE-${++said}`,
    kind,
    token,
    amount: { currency: "USD", amount },
    original: { currency: "USD", amount },
    shop: { id: "SH-1", name: "FACEBK ADS", code: "7311", country: "US" },
    at: toShanghaiTime(desk.clock.now()),
    ...more,
  });

const opening = (reference: string, token: string) => ({
  notice: "card.opened",
  reference,
  token,
  lastFour: "6455",
  number: "4931939182736455",
  expiry: "08/29",
});
let opened = 0;
/** Asked for, and not answered yet. */
async function applyForCard(): Promise<{ id: string; reference: string }> {
  const { ids } = await desk.call(calls.applyForCards, { userCardDTO: [request()] }, merchant);
  const id = ids[0]!;
  const ending = id.replaceAll("-", "").toUpperCase();
  const reference = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const asked = service.heard.map((one) => one["reference"]).filter((one) => typeof one === "string");
    return asked.find((one) => one.endsWith(ending));
  });
  return { id, reference };
}
async function openCard(): Promise<{ id: string; token: string; reference: string }> {
  const { id, reference } = await applyForCard();
  const token = `ct_late_${++opened}`;
  await tell(opening(reference, token));
  await desk.call(calls.rechargeCard, { cardId: id, rechargeAmount: usd("100.00") }, merchant);
  return { id, token, reference };
}
const balanceOf = async (id: string) => formatMoney((await desk.call(calls.cardBalance, { id }, merchant)).balance);
async function purchaseOf(networkId: string) {
  const [row] = await desk.database.query<{ id: string }>(
    "select id from card_payment where network_id = $1 and kind = 'purchase'",
    [networkId],
  );
  return desk.call(calls.cardTransaction, { id: row!.id }, merchant);
}
const claim = (id: string, amount: string) =>
  desk.call(
    calls.disputePayment,
    { id, reason: "notReceived", statement: "订单约定上周交付，一直没有收到", amount: usd(amount) },
    merchant,
  );

test("a refund before its purchase was heard of, or settled, is taken off it: nobody disputes what came back", async () => {
  const { id, token } = await openCard();
  await pay(token, "refund", "5.00", { networkId: "NET-R1", refundOf: "NET-P1" });
  expect(await balanceOf(id)).toBe("105.00");
  await pay(token, "authorisation", "12.00", { networkId: "NET-P1" });
  await pay(token, "refund", "1.00", { networkId: "NET-R2", refundOf: "NET-P1" });
  await pay(token, "settlement", "12.00", { networkId: "NET-P1" });
  expect(await balanceOf(id)).toBe("94.00");
  const purchase = await purchaseOf("NET-P1");
  expect(formatMoney(purchase.refunded)).toBe("6.00");
  await expect(claim(purchase.id, "12.00")).rejects.toMatchObject({ fields: { amount: "最多 USD 6.00" } });
  await pay(token, "refund", "6.00", { networkId: "NET-R3", refundOf: "NET-P1" });
  await expect(claim(purchase.id, "1.00")).rejects.toMatchObject({ reason: "card.not_disputable" });
});

test("refunds under the very name of their purchase are booked, each message once, before and after the settlement", async () => {
  const { id, token } = await openCard();
  await pay(token, "authorisation", "20.00", { networkId: "NET-P2" });
  const first = { networkId: "NET-P2", id: "MSG-REFUND-1" };
  expect(await pay(token, "refund", "3.00", first)).toMatchObject({ outcome: "done" });
  expect(await pay(token, "refund", "3.00", first)).toMatchObject({ outcome: "repeated" });
  await pay(token, "settlement", "20.00", { networkId: "NET-P2" });
  await pay(token, "refund", "4.00", { networkId: "NET-P2", refundOf: "NET-P2" });
  expect(await balanceOf(id)).toBe("87.00");
  expect(formatMoney((await purchaseOf("NET-P2")).refunded)).toBe("7.00");

  // Not even heard of yet: each of them is booked, and the settlement that follows is a purchase all the same.
  for (const amount of ["1.50", "0.50"]) {
    expect(await pay(token, "refund", amount, { networkId: "NET-P3" })).toMatchObject({ outcome: "done" });
  }
  await pay(token, "settlement", "9.00", { networkId: "NET-P3" });
  expect(await balanceOf(id)).toBe("80.00");
  const purchase = await purchaseOf("NET-P3");
  expect([purchase.state, formatMoney(purchase.settled), formatMoney(purchase.refunded)]).toEqual([
    "settled",
    "9.00",
    "2.00",
  ]);
});

test("the number of a card that is over is not kept again, whatever the issuer repeats", async () => {
  const { id, token, reference } = await openCard();
  const kept = async () =>
    (await desk.database.query("select 1 from card_vault.card_number where card_id = $1", [id])).length;
  expect(await kept()).toBe(1);
  await tell(opening(reference, token));
  expect(await kept()).toBe(1);
  await desk.call(calls.closeCard, { id }, merchant);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await kept()) === 0 ? true : undefined;
  });
  await tell(opening(reference, token));
  expect(await kept()).toBe(0);
  await desk.call(calls.deleteCard, { id }, merchant);
  await tell(opening(reference, token));
  expect(await kept()).toBe(0);
});

/** Priced by the shop in another currency: one percent of it is our fee. */
const foreign = { original: { currency: "EUR", amount: "18.00" } };
const heldAndFee = async (networkId: string) => {
  const { held, fee } = await purchaseOf(networkId);
  return [formatMoney(held), formatMoney(fee)];
};

test("a reversal in another currency before its purchase: nothing of it is held, not even the fee", async () => {
  const { id, token } = await openCard();
  await pay(token, "reversal", "20.00", { networkId: "NET-E1", ...foreign });
  expect(await pay(token, "authorisation", "20.00", { networkId: "NET-E1", ...foreign })).toMatchObject({
    outcome: "declined",
  });
  expect(await balanceOf(id)).toBe("100.00");
  // A part of it: the rest is held with its own part of the fee.
  await pay(token, "reversal", "12.00", { networkId: "NET-E2", ...foreign });
  await pay(token, "authorisation", "20.00", { networkId: "NET-E2", ...foreign });
  expect(await heldAndFee("NET-E2")).toEqual(["8.08", "0.08"]);
  expect(await balanceOf(id)).toBe("91.92");
});

test("settled in parts, what is still held keeps its own part of the fee", async () => {
  const { token } = await openCard();
  await pay(token, "authorisation", "60.00", { networkId: "NET-E3", ...foreign });
  await pay(token, "settlement", "20.00", { networkId: "NET-E3", final: false, ...foreign });
  expect(await heldAndFee("NET-E3")).toEqual(["40.40", "0.60"]);
  await pay(token, "reversal", "40.00", { networkId: "NET-E3", ...foreign });
  expect(await heldAndFee("NET-E3")).toEqual(["0.00", "0.20"]);
});

test("our own fee is not claimed from the network", async () => {
  const { token } = await openCard();
  await pay(token, "authorisation", "20.00", { networkId: "NET-E4", ...foreign });
  await pay(token, "settlement", "20.00", { networkId: "NET-E4", ...foreign });
  const { id, settled } = await purchaseOf("NET-E4");
  expect(formatMoney(settled)).toBe("20.20");
  await expect(claim(id, "20.20")).rejects.toMatchObject({ fields: { amount: "最多 USD 20.00" } });
  expect((await claim(id, "20.00")).state).toBe("submitted");
});

test("a hold that was renewed while its end was being told is not let go", async () => {
  const { token } = await openCard();
  await pay(token, "authorisation", "30.00", { networkId: "NET-X1" });
  const hold = async () =>
    (
      await desk.database.query<{ id: string; posting: string }>(
        "select id, hold_posting_id as posting from card_payment where network_id = 'NET-X1'",
      )
    )[0]!;
  const over = () =>
    desk.database.query("update card_payment set hold_until = $1 where network_id = 'NET-X1'", [
      new Date(desk.clock.now().getTime() - 60_000),
    ]);
  const end = ({ id, posting }: { id: string; posting: string }) =>
    pay(token, "expiry", "30.00", { networkId: "NET-X1", id: `EXP-${id}-${posting.slice(-12)}` });
  const listed = await hold();
  await pay(token, "increment", "10.00", { networkId: "NET-X1" });
  await end(listed);
  const { held, state, timeline } = await purchaseOf("NET-X1");
  expect([formatMoney(held), state]).toEqual(["40.00", "authorised"]);
  expect(timeline.map(({ step }) => step)).toEqual(["authorisation", "increment"]);
  // Its own time comes all the same.
  const renewed = await hold();
  await over();
  await end(renewed);
  expect((await purchaseOf("NET-X1")).state).toBe("expired");
});

test("a no to the first charge after a look at the card is shown, told, and says what helps", async () => {
  const { id, token } = await openCard();
  const app = await program(desk, merchant);
  expect(await pay(token, "authorisation", "0.00", { networkId: "NET-V1" })).toMatchObject({ approved: true });
  expect((await purchaseOf("NET-V1")).state).toBe("verified");
  expect(await pay(token, "authorisation", "900.00", { networkId: "NET-V1" })).toMatchObject({ approved: false });
  const { state, amount, decision } = await purchaseOf("NET-V1");
  expect([state, formatMoney(amount), decision?.approved]).toEqual(["declined", "-900.00", false]);
  const { declines } = await desk.call(calls.card, { id }, merchant);
  expect(declines.map(({ remedies }) => remedies.map(({ kind }) => kind))).toEqual([["topUp"]]);
  // Not the rules of the look, which all passed.
  expect(declines.map(({ against }) => against.map(({ rule }) => rule))).toEqual([["balance"]]);
  const { data } = await callOpen(desk, app, { method: "GET", path: "/events?pageSize=50" });
  expect((data as { records: { topic: string }[] }).records.map(({ topic }) => topic)).toContain("card.declined");
  const [newest] = (await desk.call(messageEndpoints.messages, {}, merchant)).records;
  expect(newest!.title).toBe("广告扣款 USD 900.00 被拒，广告可能停投");
});

test("a purchase decided the quick way changed when it was made, by the same clock", async () => {
  const { token } = await openCard();
  for (const networkId of ["NET-Q1", "NET-Q2"]) await pay(token, "authorisation", "1.00", { networkId });
  const apart = await desk.database.query(
    "select changed_at - created_at as by from card_payment where network_id = $1 and changed_at <> created_at",
    ["NET-Q2"],
  );
  expect(apart).toEqual([]);
});

test("an instruction that comes again after another says what the card is by then", async () => {
  const { id, token } = await openCard();
  const said = () =>
    service.heard.flatMap((one) =>
      one["instruction"] === "card.state" && one["token"] === token ? [one["state"]] : [],
    );
  const heard = (state: string) =>
    until(async () => {
      await desk.app.platform.outbox.deliverDue();
      return said().includes(state) ? true : undefined;
    });
  deaf = true;
  await desk.call(calls.suspendCard, { id }, merchant);
  await heard("frozen");
  deaf = false;
  await desk.call(calls.unsuspendCard, { id }, merchant);
  await heard("active");
  // The first one failed, and is due again.
  await until(async () => {
    await desk.database.query("update outbox set due_at = $2 where starts_with(reference, $1) and state = 'waiting'", [
      `${token}.`,
      desk.clock.now(),
    ]);
    await desk.app.platform.outbox.deliverDue();
    const [left] = await desk.database.query(
      "select 1 from outbox where starts_with(reference, $1) and state = 'waiting'",
      [`${token}.`],
    );
    return left ? undefined : true;
  });
  expect(said().at(-1)).toBe("active");
});

test("what an answer in our place names before it is heard takes effect, where it is no question", async () => {
  const { id, token } = await openCard();
  const onCard = async () => {
    const { balance, held } = await desk.call(calls.card, { id }, merchant);
    return [balance, held].map(formatMoney);
  };
  await pay(token, "authorisation", "30.00", { networkId: "NET-NAMED" });
  await pay(token, "settlement", "30.00", { networkId: "NET-NAMED", final: true });
  await pay(token, "advice", "5.00", { networkId: "NET-ADVISED", adviceOf: "MSG-NAMED" });
  expect(await onCard()).toEqual(["65.00", "5.00"]);
  // Told once more under another number, it is the same answer.
  await pay(token, "advice", "5.00", { networkId: "NET-ADVISED", adviceOf: "MSG-NAMED" });
  const refund = { id: "MSG-NAMED", networkId: "NET-NAMED-R", refundOf: "NET-NAMED" };
  expect(await pay(token, "refund", "10.00", refund)).toMatchObject({ outcome: "done" });
  expect(await pay(token, "refund", "10.00", refund)).toMatchObject({ outcome: "repeated" });
  expect(await onCard()).toEqual(["75.00", "5.00"]);
});

test("the issuer's no to the first charge after a look at the card is a refused purchase, too", async () => {
  const { id, token } = await openCard();
  await pay(token, "authorisation", "0.00", { networkId: "NET-V2" });
  const no = { networkId: "NET-V2", adviceOf: "MSG-V2-LOST", approved: false };
  expect(await pay(token, "advice", "30.00", no)).toMatchObject({ outcome: "done" });
  const { state, amount, sentence } = await purchaseOf("NET-V2");
  expect([state, formatMoney(amount), sentence]).toEqual([
    "declined",
    "-30.00",
    "发卡方代为拒绝：我方未及时应答，请让商户再扣一次",
  ]);
  // The question itself, when it comes after all, has that answer.
  const late = { id: "MSG-V2-LOST", networkId: "NET-V2" };
  expect(await pay(token, "authorisation", "30.00", late)).toMatchObject({ approved: false, code: "91" });
  expect(await balanceOf(id)).toBe("100.00");
});

test("the issuer's no to a purchase in another currency shows what the card would have paid, with the fee", async () => {
  const { token } = await openCard();
  await pay(token, "advice", "30.00", { networkId: "NET-E9", approved: false, ...foreign });
  const { state, amount } = await purchaseOf("NET-E9");
  expect([state, formatMoney(amount)]).toEqual(["declined", "-30.30"]);
});

test("a token that is another card's already is not taken: the issuer has to name the new card anew", async () => {
  const first = await openCard();
  const second = await applyForCard();
  const stateOf = async () => (await desk.call(calls.card, { id: second.id }, merchant)).cardStatus;
  await expect(tell(opening(second.reference, first.token))).rejects.toEqual(
    expect.objectContaining({ reason: "card.notice_wrong" }),
  );
  expect(await stateOf()).toBe("applying");
  await tell(opening(second.reference, `ct_late_${++opened}`));
  expect(await stateOf()).toBe("active");
  await pay(first.token, "authorisation", "5.00", { networkId: "NET-TOKEN" });
  expect(await balanceOf(first.id)).toBe("95.00");
});
