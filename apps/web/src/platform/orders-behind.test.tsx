import { parseMoney } from "@coralhub/domain";
import { ThemeProvider } from "@coralhub/ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { OrdersBehind } from "./orders-behind.tsx";

const at = new Date("2026-11-16T02:00:00Z");
const usd = (text: string) => parseMoney(text, "USD");
function draw(orders: number): string {
  const client = new QueryClient();
  const use = { id: "use", moveId: "move", createdAt: at, kind: "payout", reference: "PO-1", state: "consumed" };
  client.setQueryData(["orders", "use", "move"], [{ ...use, amount: usd("300.00"), orders, behind: [] }]);
  const records = Array.from({ length: Math.min(orders, 10) }, (_, place) => ({
    id: `order-${place}`,
    orderNumber: `12-34567-${10_000 + place}`,
    orderedAt: at,
    amount: usd("1.00"),
  }));
  const page = {
    records,
    total: orders,
    pageNo: 1,
    pageSize: 10,
    ...(orders > 10 && { nextCursor: "behind-the-10th" }),
  };
  client.setQueryData(["orders", "use", "use", "consumed", { pageNo: 1 }], page);
  return renderToString(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <OrdersBehind moveId="move" />
      </QueryClientProvider>
    </ThemeProvider>,
  ).replaceAll("<!-- -->", "");
}

test("all orders behind a payment can be reached: those of a page are named, the others are turned to", () => {
  const many = draw(35_000);
  expect(many).toContain("12-34567-10000");
  expect(many).toContain("12-34567-10009");
  expect(many).toContain('aria-label="下一页"');
  const few = draw(2);
  expect(few).toContain("12-34567-10001");
  expect(few).not.toContain('aria-label="下一页"');
});
