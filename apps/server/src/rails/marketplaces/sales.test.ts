import { CONNECTORS, type OauthConnector } from "@coralhub/domain";
import { expect, test } from "vitest";
import { connected, pagesOf, PERIOD, REFUSED, startPlatform } from "./platform-fixture.ts";

/** The platform's own client, spoken to at this address. */
const marketAt = (connector: OauthConnector, url: string) => {
  const settings = { CLIENT_ID: "id", CLIENT_SECRET: "secret", SECRET_KEY: "secret", RU_NAME: "ru", API_URL: url };
  const own = Object.entries(settings).map(([name, value]) => [`CONNECT_${connector.toUpperCase()}_${name}`, value]);
  return connected(Object.fromEntries(own) as Record<string, string>).consent(connector);
};
const GRANT = { accessToken: "a", refreshToken: null, account: "4711", accessEndsAt: null, endsAt: null };

const LISTED = "2026-11-05T00:00:00Z";
const told = (id: string, code: string, status: string, value = "50.00") => ({
  transaction_info: {
    transaction_id: id,
    transaction_event_code: code,
    transaction_initiation_date: LISTED,
    transaction_amount: { currency_code: "USD", value },
    transaction_status: status,
  },
});
/** What each platform lists beside its sales, under numbers that say what it is. */
const NO_SALES: { connector: OauthConnector; path: string; body: unknown }[] = [
  {
    connector: "paypal",
    path: "/v1/reporting/transactions",
    body: {
      transaction_details: [
        told("sold", "T0006", "S"),
        told("sold", "T0006", "F"),
        told("open", "T0006", "P"),
        told("void", "T0000", "V"),
        ...["T0300", "T0200", "T0400", "T0106", "T1107", "T2101"].map((code) => told("none", code, "S")),
        told("none", "T0000", "S", "-50.00"),
      ],
    },
  },
  {
    connector: "stripe",
    path: "/v1/charges",
    body: {
      data: [
        { id: "sold", status: "succeeded", captured: true },
        { id: "open", status: "succeeded", captured: false },
        { id: "open", status: "pending" },
        { id: "void", status: "failed" },
      ].map((row) => ({ ...row, created: 1_793_500_000, amount: 5_000, currency: "usd" })),
      has_more: false,
    },
  },
  {
    connector: "ebay",
    path: "/sell/fulfillment/v1/order",
    body: {
      orders: [
        { orderId: "sold", orderPaymentStatus: "FULLY_REFUNDED", cancelStatus: { cancelState: "NONE_REQUESTED" } },
        { orderId: "open", orderPaymentStatus: "PENDING" },
        { orderId: "void", orderPaymentStatus: "FAILED" },
        { orderId: "void", orderPaymentStatus: "PAID", cancelStatus: { cancelState: "CANCELED" } },
      ].map((row) => ({
        ...row,
        creationDate: LISTED,
        pricingSummary: { total: { value: "50.00", currency: "USD" } },
      })),
    },
  },
  {
    connector: "etsy",
    path: "/v3/application/shops/4711/receipts",
    body: {
      results: [
        { receipt_id: "sold", status: "Paid", is_paid: true },
        { receipt_id: "open", status: "Open", is_paid: false },
        { receipt_id: "open", status: "Payment Processing", is_paid: true },
        { receipt_id: "void", status: "Canceled", is_paid: false },
      ].map((row) => ({
        ...row,
        created_timestamp: 1_793_500_000,
        grandtotal: { amount: 5_000, divisor: 100, currency_code: "USD" },
      })),
    },
  },
  {
    connector: "mercado",
    path: "/marketplace/orders/search",
    body: {
      results: [
        { id: "sold", status: "paid" },
        { id: "sold", status: "partially_refunded", payments: [{ transaction_amount_refunded: 12.5 }] },
        { id: "open", status: "payment_required" },
        { id: "void", status: "cancelled" },
      ].map((row) => ({ ...row, date_created: LISTED, currency_id: "USD", total_amount: 50 })),
    },
  },
  {
    connector: "dhgate",
    path: "/dop/router",
    body: {
      status: { code: "00000000" },
      orderBaseInfoList: [
        ...["103001", "103002", "101009", "102006", "102111"].map((orderStatus) => ({ orderNo: "sold", orderStatus })),
        ...["101003", "102001", "105002", "106003"].map((orderStatus) => ({ orderNo: "open", orderStatus })),
        { orderNo: "void", orderStatus: "111000" },
      ].map((row) => ({ ...row, startedDate: "2026-11-05 00:00:00", orderTotalPrice: "50.00" })),
    },
  },
];

test.each(NO_SALES)(
  "$connector: what is not paid yet and what was cancelled is no sale",
  async ({ connector, ...of }) => {
    const { url } = await startPlatform(({ path }) => (path === of.path ? { body: of.body } : REFUSED));
    const listed = (await pagesOf(marketAt(connector, url).listOrders!(GRANT, PERIOD))).flat();
    expect(listed.length).toBeGreaterThanOrEqual(3);
    expect(listed.map(({ stage = "sold" }) => stage)).toEqual(listed.map(({ reference }) => reference));
  },
);

test("Square: an order counts once it is completed", async () => {
  const order = (state: string) => ({
    id: state,
    created_at: LISTED,
    total_money: { amount: 5_000, currency: "USD" },
    state,
  });
  const orders = ["COMPLETED", "OPEN", "DRAFT", "CANCELED"].map(order);
  const { url } = await startPlatform(({ path }) => ({
    body: path === "/v2/locations" ? { locations: [{ id: "L1" }] } : { orders },
  }));
  const listed = (await pagesOf(marketAt("square", url).listOrders!(GRANT, PERIOD))).flat();
  expect(listed.map(({ stage }) => stage)).toEqual([undefined, "open", "open", "void"]);
});

test("an order without a time we can read, or in a currency that is none, does not cost the page it stands on", async () => {
  const ebayOrder = (orderId: string, creationDate: unknown) => ({
    orderId,
    creationDate,
    orderPaymentStatus: "PAID",
    pricingSummary: { total: { value: "50.00", currency: "USD" } },
  });
  const orders = [ebayOrder("1", LISTED), ebayOrder("2", "sometime"), ebayOrder("3", null), ebayOrder("4", LISTED)];
  const ebay = await startPlatform(() => ({ body: { orders } }));
  const listed = (await pagesOf(marketAt("ebay", ebay.url).listOrders!(GRANT, PERIOD))).flat();
  expect(listed.map(({ reference, at }) => [reference, Number.isNaN(at.getTime())])).toEqual([
    ["1", false],
    ["2", true],
    ["3", true],
    ["4", false],
  ]);
  const charge = (id: string, currency: string) => ({
    id,
    status: "succeeded",
    created: 1_793_500_000,
    amount: 5_000,
    currency,
  });
  const data = [charge("a", "usd"), charge("b", "bitcoin"), charge("c", "jpy")];
  const stripe = await startPlatform(() => ({ body: { data, has_more: false } }));
  const charges = (await pagesOf(marketAt("stripe", stripe.url).listOrders!(GRANT, PERIOD))).flat();
  expect(charges.map(({ currency, amount }) => [currency, amount])).toEqual([
    ["USD", "50.00"],
    ["BITCOIN", "50.00"],
    ["JPY", "5000"],
  ]);
});

test.each([
  ["ebay", { orders: [] }, /lastmodifieddate:/, /creationdate:/],
  ["etsy", { results: [] }, /min_last_modified=/, /min_created=/],
  ["mercado", { results: [] }, /order\.date_last_updated\.from=/, /order\.date_created\.from=/],
  ["square", { locations: [{ id: "L1" }], orders: [] }, /"updated_at":.*"UPDATED_AT"/, /"created_at":.*"CREATED_AT"/],
] as const)(
  "%s is asked for what was sold in a period, or for what has changed in it",
  async (connector, body, change, sale) => {
    expect(CONNECTORS[connector].tellsChanges).toBe(true);
    const { url, asked } = await startPlatform(() => ({ body }));
    const market = marketAt(connector, url);
    const questionOf = async (changed: boolean) => {
      asked.length = 0;
      await pagesOf(market.listOrders!(GRANT, { ...PERIOD, changed }));
      return asked.map(({ search, body: sent }) => decodeURIComponent(search) + sent).join("\n");
    };
    const [sold, changed] = [await questionOf(false), await questionOf(true)];
    expect(sold).toMatch(sale);
    expect(sold).not.toMatch(change);
    expect(changed).toMatch(change);
    expect(changed).not.toMatch(sale);
  },
);
