import { orderDeskEndpoints as office, orderEndpoints as calls } from "@coralhub/contract";
import { parseMoney, type OrderSheetKey } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified, openAccount } from "../income/income-fixture.ts";
import { amazonNumber, ended, fileOf, ordersDeps, quotaOf, template, upload } from "./orders-fixture.ts";
import { report, SHOPIFY } from "./report-forms-fixture.ts";
import { takeRefunds } from "./told-refunds.ts";

const usd = (text: string) => parseMoney(text, "USD");
let desk: ExchangeDesk;
let merchant: TestMerchant;
let merchantsId: string;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());
beforeEach(async () => {
  merchant = await certified(desk);
  merchantsId = (await openAccount(desk, merchant, { platform: "SHOPIFY" })).storeId;
});

const day = (daysAgo: number) => new Date(desk.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
/** A file taken in, and what a person has to look at passed; what was found. */
async function tell(excelType: OrderSheetKey, text: string, corrects?: string) {
  const request = { platformCode: "SHOPIFY", merchantsId, excelType, ...(corrects !== undefined && { corrects }) };
  const { id } = await ended(desk, merchant, await upload(desk, merchant, fileOf(text), request));
  await passAll(id);
  const { findings } = await desk.call(calls.uploadRecord, { id }, merchant);
  return { id, findings: findings.map(({ finding }) => finding) };
}
async function passAll(id: string) {
  const ref = { merchantId: merchant.userId, id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  if (orderIds.length > 0) await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
}
type Line = Record<string, string>;
/** Files of another content each, as exports of other days are. */
let exported = 0;
const shopify = async (Name: string, refunded: string, more: Line = {}) => {
  const line = {
    Name,
    "Financial Status": "paid",
    "Paid at": `${day(3)} 10:00:00 +0800`,
    Currency: "USD",
    Total: "100.00",
    "Lineitem name": "Cup",
    "Refunded Amount": refunded,
    Notes: `export ${++exported}`,
    ...more,
  };
  return (await tell("shopifyOrders", report(SHOPIFY, [line]))).findings;
};
const HEADER = "订单号,下单时间,币种,订单金额,退款金额,商品名称,买家";
const own = (number: string, refunded: string, goods = "杯子", corrects?: string) =>
  tell("template", `${HEADER}\n${number},${day(3)},USD,100.00,${refunded},${goods},${++exported}`, corrects);
const available = async () => (await quotaOf(desk, merchant))?.available ?? usd("0.00");

test("what a report told of refunds stands where its row was refused: an older report brings no more than is left", async () => {
  expect(await shopify("#1", "100.00")).toEqual(["refundedWhole"]);
  expect(await shopify("#1", "0.00")).toEqual(["refundedWhole"]);
  expect(await available()).toEqual(usd("0.00"));
  expect(await shopify("#2", "30.00", { "Lineitem name": "" })).toEqual(["goodsMissing"]);
  expect(await shopify("#2", "0.00")).toEqual([]);
  expect(await available()).toEqual(usd("70.00"));
  // Told again, or less of it, it is no news; more of it is.
  await shopify("#2", "30.00");
  expect(await available()).toEqual(usd("70.00"));
  await shopify("#2", "45.00");
  expect(await available()).toEqual(usd("55.00"));
  // Not in the page either: what the platform said counts.
  expect((await own("#1", "")).findings).toEqual(["refundedWhole"]);
  expect(await bookProblems(desk)).toEqual([]);
});

test("what the merchant said of refunds itself is said anew by whatever mends the row", async () => {
  const wrong = await own("#11", "40.00", "");
  expect(wrong.findings).toEqual(["goodsMissing"]);
  // Another file beside it: as long as that row stands, it is refunded so far.
  expect((await own("#11", "")).findings).toEqual([]);
  expect(await available()).toEqual(usd("60.00"));
  const mistyped = await own("#12", "100.00");
  expect(mistyped.findings).toEqual(["refundedWhole"]);
  const [row] = (await desk.call(calls.orderPreview, { uploadId: mistyped.id }, merchant)).records;
  await desk.call(calls.repairOrder, { id: row!.id, given: { refunded: "10.00" } }, merchant);
  await passAll(mistyped.id);
  expect(await available()).toEqual(usd("150.00"));
  const another = await own("#13", "100.00");
  expect((await own("#13", "20.00", "杯子", another.id)).findings).toEqual([]);
  expect(await available()).toEqual(usd("230.00"));
  expect(await bookProblems(desk)).toEqual([]);
});

test("many refunds at once are taken with one posting of the books and one change of the orders", async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => amazonNumber(900_000 + at));
  const rows = numbers.map((number) => [number, `${day(3)} 09:30:00`, "USD", "10.00", "杯子", "US"]);
  const id = await upload(desk, merchant, fileOf(template(rows)));
  await ended(desk, merchant, id);
  await passAll(id);
  expect(await available()).toEqual(usd("400.00"));
  const counts = { postings: 0, moves: 0 };
  const { ledger, app } = desk;
  const { lifecycles } = app.platform;
  const deps = ordersDeps(desk, {
    ledger: {
      ...ledger,
      postIn: (...asked) => {
        counts.postings += 1;
        return ledger.postIn(...asked);
      },
    },
    lifecycles: {
      ...lifecycles,
      advance: (...asked: Parameters<typeof lifecycles.advance>) => {
        counts.moves += 1;
        return lifecycles.advance(...asked);
      },
      advanceMany: (...asked: Parameters<typeof lifecycles.advanceMany>) => {
        counts.moves += 1;
        return lifecycles.advanceMany(...asked);
      },
    } as typeof lifecycles,
  });
  const told = numbers.map((orderNumber) => ({ orderNumber, currency: "USD", refundedMinor: 2_50n }) as const);
  const scope = { merchantId: merchant.userId, platform: "AMAZON", storeId: null, shopId: null };
  await deps.database.transaction((tx) => takeRefunds(deps, tx, scope, told));
  expect(await available()).toEqual(usd("300.00"));
  expect(counts).toEqual({ postings: 1, moves: 1 });
  expect(await bookProblems(desk)).toEqual([]);
});
