import { addressOf } from "@coralhub/domain";
import { ThemeProvider } from "@coralhub/ui";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { WaitingPage } from "./waiting-page.tsx";

const asked = (data: unknown, error: Error | null = null) => ({
  data,
  error,
  refetch: () => undefined,
  isFetching: false,
});
const draw = (...queries: ReturnType<typeof asked>[]) =>
  renderToString(
    <ThemeProvider>
      <WaitingPage
        title="给卡片充值"
        back={{ label: "珊瑚卡", to: addressOf("cards") }}
        what="充值"
        queries={queries}
      />
    </ThemeProvider>,
  );

test("a page whose answers do not come says so and may be tried again; one that waits shows its outline", () => {
  const failed = draw(asked({}), asked(undefined, new Error("网络不通")));
  for (const words of ["给卡片充值", "没能打开充值", "网络不通", "重试"]) expect(failed).toContain(words);
  // What was answered once stays, whatever becomes of asking again.
  for (const waiting of [draw(asked(undefined)), draw(asked({}, new Error("网络不通")), asked(undefined))])
    expect(waiting).not.toContain("没能打开");
});
