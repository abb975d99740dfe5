import { ThemeProvider } from "@coralhub/ui";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { OtherSeller } from "./other-seller.tsx";

const draw = (toldAccount: string | null) =>
  renderToString(
    <ThemeProvider>
      <OtherSeller connection={{ account: "A1OTHERONE", toldAccount }} />
    </ThemeProvider>,
  );

test("a seller id that differs from the authorised one is told with both; the same one says nothing", () => {
  const shown = draw("A1WRITTEN");
  expect(shown).toContain("A1OTHERONE");
  expect(shown).toContain("A1WRITTEN");
  expect(draw(null)).not.toContain("A1OTHERONE");
});
