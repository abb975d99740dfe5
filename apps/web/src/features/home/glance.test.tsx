import { addressOf, parseMoney } from "@coralhub/domain";
import { ThemeProvider } from "@coralhub/ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { flagsQuery } from "../../platform/flags.ts";
import { BalanceTotal } from "./balance-band.tsx";
import { GlancePanel } from "./glance-panel.tsx";
import { glanceQuery, type Glance } from "./home-queries.ts";
import { TodoPanel } from "./todo-panel.tsx";

const at = new Date("2026-11-16T02:00:00Z");
const GLANCE: Glance = {
  total: { total: parseMoney("86000.00", "EUR"), asOf: at },
  rate: { sell: "USD", buy: "CNY", mid: "7.100000", rate: "7.078700", markupBasisPoints: "30", at },
  arrivals: [
    {
      id: "0192a000-0000-7000-8000-000000000001",
      from: "AMAZON.COM SETTLEMENT",
      amount: parseMoney("18640.00", "USD"),
      expectedAt: new Date("2026-11-17T10:00:00Z"),
    },
  ],
  fees: [parseMoney("12.30", "USD")],
  approvals: 2,
};

function draw(node: ReactNode): string {
  vi.stubGlobal("localStorage", { getItem: () => "EUR", setItem: () => undefined });
  const client = new QueryClient();
  client.setQueryData(glanceQuery("EUR").queryKey, GLANCE);
  client.setQueryData(flagsQuery.queryKey, { multiCurrencyWallet: true } as never);
  return renderToString(
    <ThemeProvider>
      <QueryClientProvider client={client}>{node}</QueryClientProvider>
    </ThemeProvider>,
  ).replaceAll(/<!--.*?-->/g, "");
}

test("home tells a finance person the total in their currency, the rate with an alert, what arrives, fees and approvals", () => {
  const shown = draw(<GlancePanel />).replaceAll(/<[^>]+>/g, "");
  expect(shown).toMatch(/86,000\.00.*含处理中和暂扣/s);
  expect(shown).toContain("1 USD = 7.0787 CNY");
  expect(shown).toContain("中间价 7.1000，加点 0.3%");
  expect(shown).toContain("设置汇率提醒");
  // It opens the reminder of this very pair.
  expect(draw(<GlancePanel />)).toMatch(/href="[^"]*sell=USD&amp;buy=CNY&amp;wait=alert"[^>]*>设置汇率提醒/);
  expect(shown).toMatch(/11-17.*AMAZON\.COM SETTLEMENT.*18,640\.00/s);
  expect(shown).toMatch(/本月费用.*12\.30/s);
  expect(shown).toContain("2 笔付款等待珊瑚汇财务复核");
});

test("what was due on a day that has passed says so, what is due today does not yet", () => {
  const todo = (dueAt: Date) => ({
    id: "1",
    kind: "orders" as const,
    title: "补充订单",
    body: "",
    amount: null,
    dueAt,
    action: { label: "去补充", path: addressOf("income") },
  });
  const shown = (dueAt: Date) => draw(<TodoPanel todos={[todo(dueAt)]} />);
  vi.useFakeTimers({ now: new Date("2026-11-17T02:00:00Z") });
  expect(shown(at)).toContain("11-16（周一）已过期");
  expect(shown(new Date("2026-11-17T01:00:00Z"))).toContain("11-17（周二）前");
  vi.useRealTimers();
});

test("withdrawing is the coral action beside the balance, and the only one", () => {
  const shown = draw(
    <BalanceTotal
      equivalent={{ total: parseMoney("86000.00", "CNY"), asOf: at }}
      hidden={false}
      onToggle={() => undefined}
    />,
  );
  expect([...shown.matchAll(/<a[^>]*band-primary[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual(["提现"]);
});
