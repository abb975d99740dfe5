import type { PayoutDetail } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { ChosenSum, ThemeProvider } from "@coralhub/ui";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Standing } from "./payout-detail.tsx";
import { MissingRow } from "../../platform/missing-row.tsx";
import { countedPayouts, refillAt } from "./words.ts";

const payout = {
  kind: "supplier",
  state: "failed",
  reason: "收款账号不存在",
  next: null,
  returned: null,
  sourceCode: "account:1",
  sources: [{ accountId: "0192a000-0000-7000-8000-000000000001" }],
  beneficiaryId: "0192a000-0000-7000-8000-000000000002",
  amount: parseMoney("1200.50", "USD"),
} as unknown as PayoutDetail;
const draw = (state: PayoutDetail["state"]) =>
  renderToString(
    <ThemeProvider>
      <Standing payout={{ ...payout, state }} />
    </ThemeProvider>,
  );

test.each(["failed", "returned"] as const)(
  "a %s payment says why and offers to pay again or to somebody else",
  (state) => {
    const shown = draw(state);
    for (const words of ["收款账号不存在", "重新付款", "更换收款人"]) expect(shown).toContain(words);
  },
);

test("a payment that was made offers neither", () => {
  expect(draw("completed")).not.toMatch(/重新付款|更换收款人/);
});

test("paying again opens the form as it was; another payee keeps the account and the amount", () => {
  const asked = (keep: "all" | "amount") =>
    Object.fromEntries(new URL(refillAt(payout, keep), "http://x").searchParams);
  const same = { account: payout.sources[0]!.accountId, amount: "1200.50" };
  expect(asked("all")).toEqual({ ...same, payee: payout.beneficiaryId });
  expect(asked("amount")).toEqual(same);
});

test("a sum of chosen payments counts none that came to nothing, and says how many these are", () => {
  const row = (state: PayoutDetail["state"], amount: string) => ({ state, amount: parseMoney(amount, "USD") });
  const sum = (rows: ReturnType<typeof row>[]) =>
    renderToString(
      <ThemeProvider>
        <ChosenSum {...countedPayouts(rows)} />
      </ThemeProvider>,
    );
  const undone = [row("failed", "5.00"), row("returned", "6.00"), row("cancelled", "7.00")];
  const mixed = [row("completed", "10.00"), row("processing", "2.50"), ...undone];
  expect(countedPayouts(mixed)).toEqual({
    amounts: [parseMoney("10.00", "USD"), parseMoney("2.50", "USD")],
    leftOut: 3,
  });
  expect(sum(mixed)).toContain("，另 3 笔未成或已退回，不计合计");
  expect(sum(undone)).toContain("所选 3 笔未成或已退回，不计合计");
  expect(sum(undone)).not.toContain("合计 ");
  expect(sum([row("completed", "10.00")])).not.toContain("不计合计");
});

test("a link to a payment that is not there says so, with the server's word", () => {
  const shown = renderToString(
    <ThemeProvider>
      <MissingRow what="付款" error={new Error("内容不存在")} />
    </ThemeProvider>,
  );
  expect(shown).toContain("没能打开这笔付款");
  expect(shown).toContain("内容不存在。链接可能不完整");
});
