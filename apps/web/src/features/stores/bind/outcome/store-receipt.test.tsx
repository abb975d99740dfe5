import type { StoreDetail } from "@coralhub/contract";
import { BRAND } from "@coralhub/domain";
import { ThemeProvider } from "@coralhub/ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { storeQuery } from "../../../../platform/store-calls.ts";
import { AskToSignIn } from "./return-states.tsx";
import { StoreReceipt } from "./store-receipt.tsx";

const at = new Date("2026-11-16T02:00:00Z");
const store = {
  merchantsId: "0192a000-0000-7000-8000-000000000001",
  platformCode: "AMAZON",
  name: "珊瑚小店",
  state: "bound",
  authorisation: "authorised",
  secrets: [],
  answers: {},
  expectCurrency: "USD",
  expectAccountName: "SHENZHEN CORAL",
  url: "",
  createdAt: at,
  dueAt: null,
  boundAt: at,
} as unknown as StoreDetail;

const draw = (account: { state: string; foreignBankAccountId: string } | null) => {
  const queries = new QueryClient();
  queries.setQueryData(storeQuery(store.merchantsId).queryKey, { ...store, account } as StoreDetail);
  return renderToString(
    <QueryClientProvider client={queries}>
      <ThemeProvider>
        <StoreReceipt id={store.merchantsId} />
      </ThemeProvider>
    </QueryClientProvider>,
  );
};

test("a bound shop leads to its receiving account as soon as that is open", () => {
  expect(draw({ state: "open", foreignBankAccountId: "1" })).toContain("复制收款账户");
  expect(draw(null)).not.toContain("复制收款账户");
});

test("a visitor sees no second bar, and no answer of a platform that gave none", () => {
  const shown = (answered: boolean) =>
    renderToString(
      <ThemeProvider>
        <AskToSignIn answered={answered} />
      </ThemeProvider>,
    );
  // The brand is in the shell's bar.
  expect(shown(true)).not.toContain(BRAND.name);
  expect(shown(true)).toContain("平台已经返回");
  expect(shown(false)).not.toContain("平台已经返回");
});
