import type { PayoutOverview, WayOffer } from "@coralhub/contract";
import { expect, test } from "vitest";
import { elsewhereNow } from "./elsewhere.ts";

test("other accounts are offered only at the price of what stands in the form", () => {
  const overview = { accounts: [{ accountId: "wallet:EUR" }] } as unknown as Pick<PayoutOverview, "accounts">;
  const data = [{ accountId: "wallet:EUR" }, { accountId: "wallet:GBP" }] as unknown as WayOffer[];
  const settled = elsewhereNow({ data, isPlaceholderData: false }, true, overview);
  expect(settled.map(({ accountId }) => accountId)).toEqual(["wallet:EUR"]);
  expect(elsewhereNow({ data, isPlaceholderData: true }, true, overview)).toEqual([]);
  expect(elsewhereNow({ data, isPlaceholderData: false }, false, overview)).toEqual([]);
});
