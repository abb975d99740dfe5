import { CallRefused } from "@coralhub/contract";
import { ThemeProvider } from "@coralhub/ui";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CardNotOpened } from "./card-not-opened.tsx";

const draw = (error: Error) =>
  renderToString(
    <ThemeProvider>
      <CardNotOpened query={{ error, refetch: () => undefined, isFetching: false }} />
    </ThemeProvider>,
  );

test("a card that was removed says so and leads to what it paid; one that did not come may be tried again", () => {
  const gone = draw(new CallRefused({ message: "内容不存在", status: 404, code: 404, reason: "not_found" }));
  for (const words of ["这张卡已经移除", "查看交易记录"]) expect(gone).toContain(words);
  expect(gone).not.toContain("重试");
  expect(draw(new Error("网络不通"))).toContain("没能打开这张卡");
});
