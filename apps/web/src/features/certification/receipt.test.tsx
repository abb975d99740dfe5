import { ThemeProvider } from "@coralhub/ui";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Receipt } from "./receipt.tsx";

const at = new Date("2026-11-16T02:00:00Z");
type Application = Parameters<typeof Receipt>[0]["application"];
const draw = (over: Pick<Application, "form" | "state">) =>
  renderToString(
    <ThemeProvider>
      <Receipt application={{ number: "RZ1", submittedAt: at, dueAt: at, decidedAt: at, version: 1, ...over }} />
    </ThemeProvider>,
  );

test("certified, a merchant is led to the first shop; still in review, nobody is", () => {
  expect(draw({ form: "mainland", state: "approved" })).toContain("去绑定店铺");
  expect(draw({ form: "mainland", state: "waiting" })).not.toContain("去绑定店铺");
});
