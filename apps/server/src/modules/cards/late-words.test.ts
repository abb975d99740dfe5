import { cardEndpoints as calls } from "@coralhub/contract";
import { formatMoney, toShanghaiTime } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signIssuerNotice } from "../../rails/card-issuer/connectors/signed-issuer.ts";
import { startSignedService, type SignedService } from "../../rails/signed-service-fixture.ts";
import { startDesk } from "../income/income-fixture.ts";
import { cardMerchant, requireNoProblems, until, usd, request, type Desk } from "./cards-fixture.ts";

/** A connected issuer, whose words come through the hook: late, early, and by whatever names it has. */
let service: SignedService;
let desk: Desk;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await startSignedService(() => ({ text: "{}" }));
  desk = await startDesk({ config: { cardIssuer: service.config } });
  merchant = await cardMerchant(desk, "500.00");
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
  more: { networkId: string; id?: string; refundOf?: string },
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
async function openCard(): Promise<{ id: string; token: string; reference: string }> {
  const { ids } = await desk.call(calls.applyForCards, { userCardDTO: [request()] }, merchant);
  const [id, token] = [ids[0]!, `ct_late_${++opened}`];
  const ending = id.replaceAll("-", "").toUpperCase();
  const reference = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const asked = service.heard.map((one) => one["reference"]).filter((one) => typeof one === "string");
    return asked.find((one) => one.endsWith(ending));
  });
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

  // Not even heard of yet: the settlement that follows is a purchase all the same.
  await pay(token, "refund", "2.00", { networkId: "NET-P3" });
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
