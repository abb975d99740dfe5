import { expect, test } from "vitest";
import { corridorText, extraTexts, priceText } from "./fee-words.ts";

test("prices read as people say them", () => {
  const bearer = "merchant" as const;
  expect(priceText({ basisPoints: "0", bearer }, "*")).toBe("免费");
  expect(priceText({ basisPoints: "0", flat: "1", bearer }, "USD")).toBe("每笔 USD 1.00");
  expect(priceText({ basisPoints: "12.5", flat: "5", max: "100", bearer }, "USD")).toBe(
    "0.125% + USD 5.00，最高 USD 100.00",
  );
  expect(
    extraTexts({
      basisPoints: "30",
      bearer,
      tiers: [{ fromVolume: 100_000, basisPoints: "25" }],
      waivedUntil: "2026-12-01",
    }),
  ).toEqual(["月交易额满 100,000：0.25%", "2026-12-01 前免费"]);
  expect([corridorText("*"), corridorText("CN"), corridorText("USD-CNY")]).toEqual(["全部去向", "中国", "USD-CNY"]);
});
