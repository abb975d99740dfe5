import { orderEndpoints as calls, orderGatewayEndpoints as gateway, type OrderUploadDetail } from "@coralhub/contract";
import type { OrderSheetKey } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { until, type Desk } from "../income/income-fixture.ts";
import type { Trade } from "../../rails/marketplaces/index.ts";
import type { OrdersDeps } from "./deps.ts";

/** What the use cases of orders need, for a test that stands where a job stands; nobody is told anything. */
export const ordersDeps = (desk: Desk & Pick<OrdersDeps, "ledger">, own: Partial<OrdersDeps> = {}): OrdersDeps => ({
  ...desk.app.platform,
  ledger: desk.ledger,
  logistics: undefined as never,
  stores: undefined as never,
  nameOf: () => Promise.resolve(""),
  sendMessage: () => Promise.resolve(),
  ...own,
});

export type Reader = Exclude<Awaited<ReturnType<OrdersDeps["stores"]["orderList"]>>, string>;
/** The orders of a store whose platform answers with this. */
export const readingDeps = (desk: Desk & Pick<OrdersDeps, "ledger">, reader: Reader): OrdersDeps =>
  ordersDeps(desk, {
    stores: { orderList: () => Promise.resolve(reader), connectedStores: () => Promise.resolve(new Set<string>()) },
  });
export const within = (trades: readonly Trade[], { since, until: end }: { since: Date; until: Date }) =>
  trades.filter(({ at }) => at >= since && at < end);
export const whole = (...trades: Trade[]): Reader =>
  async function* (period) {
    yield await Promise.resolve(within(trades, period));
  };

export const fileOf = (text: string | Uint8Array, name = "orders.csv") =>
  new File([typeof text === "string" ? text : new Uint8Array(text)], name);
/** Our own template, as a merchant fills it in. */
export const template = (rows: readonly (readonly string[])[]): string =>
  ["订单号,下单时间,币种,订单金额,商品名称,收货国家,结算单号", ...rows.map((row) => row.join(","))].join("\n");
export const amazonNumber = (at: number): string => `114-${String(1_000_000 + at)}-${String(7_000_000 + at)}`;

export async function upload(
  { call }: Desk,
  merchant: TestMerchant,
  file: File,
  request: { platformCode?: string; merchantsId?: string; excelType?: OrderSheetKey; corrects?: string } = {},
): Promise<string> {
  const input = { platformCode: "AMAZON", excelType: "template" as const, ...request, file };
  return (await call(calls.uploadOrders, input as never, merchant)).id;
}
export const ended = ({ call }: Desk, merchant: TestMerchant, id: string): Promise<OrderUploadDetail> =>
  until(async () => {
    const { state } = await call(gateway.analysisStatus, { id }, merchant);
    return state === "analysing" ? undefined : call(calls.uploadRecord, { id }, merchant);
  }, 60_000);
export const quotaOf = async ({ call }: Desk, merchant: TestMerchant, currency = "USD") =>
  (await call(calls.orderOverview, {}, merchant)).quotas.find((quota) => quota.currency === currency);
