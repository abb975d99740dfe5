import type { IncomeOrders } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { ThemeProvider } from "@coralhub/ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { FundOrders } from "./fund-orders.tsx";
import { FIRST_PAGE, fundOrdersQuery, fundQuery } from "./orders-calls.ts";

const usd = (text: string) => parseMoney(text, "USD");
const at = new Date("2026-11-16T02:00:00Z");
const order = (orderNumber: string, amount: string, refunded: string, granted: string) => ({
  id: orderNumber,
  createdAt: at,
  uploadId: "upload",
  line: 1,
  platform: "EBAY",
  storeId: null,
  storeName: null,
  orderNumber,
  orderedAt: at,
  amount: usd(amount),
  refunded: usd(refunded),
  granted: usd(granted),
  used: usd("0.00"),
  goods: "杯子",
  country: null,
  carrier: null,
  tracking: null,
  serial: null,
  state: "passed" as const,
  findings: [],
  reason: null,
  incomeId: null,
});
const bound = (...orders: ReturnType<typeof order>[]) =>
  orders.map((one) => ({
    ...one,
    ground: "person" as const,
    explanation: "平台结算单",
    confidence: 100,
    boundBy: "林一舟",
    boundAt: at,
  }));
function draw(over: Pick<IncomeOrders, "matched" | "missing" | "orders" | "bound">): string {
  const fund: IncomeOrders = {
    id: "income",
    arrivedAt: at,
    payerName: "EBAY",
    platform: "EBAY",
    storeId: null,
    storeName: null,
    reference: "R1",
    amount: usd("100.00"),
    currency: "USD",
    offers: [],
    candidates: [order("12-34567-00002", "40.00", "0.00", "40.00")],
    free: 1,
    ...over,
  };
  const client = new QueryClient();
  client.setQueryData(fundQuery(fund.id).queryKey, fund);
  const page = { pageNo: 1, pageSize: 50 };
  const { bound: first, candidates, orders, free } = fund;
  const boundPage = { ...page, records: first, total: orders, ...(orders > 50 && { nextCursor: "behind-the-50th" }) };
  client.setQueryData(fundOrdersQuery("bound", fund.id, FIRST_PAGE).queryKey, boundPage);
  const freePage = { ...page, records: candidates, total: free };
  client.setQueryData(fundOrdersQuery("free", fund.id, FIRST_PAGE).queryKey, freePage);
  return renderToString(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <FundOrders id={fund.id} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
const own = bound(order("12-34567-00001", "85.00", "25.00", "60.00"));

test("an income with too few orders keeps offering others; one with all of them does not", () => {
  const partly = draw({ matched: usd("60.00"), missing: usd("40.00"), orders: 1, bound: own });
  expect(partly).toContain("12-34567-00001");
  expect(partly).toContain("12-34567-00002");
  expect(partly).toContain("可以关联的订单");
  const whole = draw({ matched: usd("100.00"), missing: usd("0.00"), orders: 1, bound: own });
  expect(whole).toContain("12-34567-00001");
  expect(whole).not.toContain("12-34567-00002");
});

test("the sum below is what the server counts, without what buyers got back; many stand on pages and can be taken apart at once", () => {
  const shown = draw({ matched: usd("60.00"), missing: usd("40.00"), orders: 2_400, bound: own });
  const sum = shown.slice(shown.indexOf("已关联订单合计"));
  expect(sum.slice(0, sum.indexOf("收款"))).toContain("60");
  expect(sum.slice(0, sum.indexOf("收款"))).not.toContain("85");
  expect(shown.replaceAll("<!-- -->", "")).toContain("共 2400 个");
  expect(shown).toContain('aria-label="下一页"');
  expect(shown.replaceAll("<!-- -->", "")).toContain("解除全部 2400 个");
  const few = draw({ matched: usd("60.00"), missing: usd("40.00"), orders: 1, bound: own });
  expect(few).not.toContain("解除全部");
  expect(few).not.toContain('aria-label="下一页"');
});
