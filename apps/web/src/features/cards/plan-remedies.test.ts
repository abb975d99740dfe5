import { parseMoney } from "@coralhub/domain";
import { expect, test } from "vitest";
import { planRemedies, remedyText } from "./plan-remedies.ts";

const usd = (text: string) => parseMoney(text, "USD");

test("a press promises that the shop passes only where nothing else stands in the way, and no button stands twice", () => {
  const own = [
    { kind: "raiseLimit" as const, limit: "day" as const, amount: usd("40.00") },
    { kind: "topUp" as const, amount: usd("10.00") },
  ];
  expect(planRemedies(own)).toEqual({ direct: own, elsewhere: [], done: "已处理，商户再扣一次就会通过" });
  const ofGroup = (limit: "day" | "month", amount: string) =>
    ({ kind: "raiseLimit", limit, ofBook: true, amount: usd(amount) }) as const;
  const contact = { kind: "contact" as const };
  const { direct, elsewhere, done } = planRemedies([
    ...own,
    ofGroup("day", "50.00"),
    ofGroup("month", "90.00"),
    contact,
    contact,
  ]);
  expect(direct).toEqual(own);
  expect(elsewhere.map(remedyText)).toEqual(["卡组上限改为 USD 50.00", "卡组上限改为 USD 90.00", "联系客服"]);
  expect(done).not.toContain("就会通过");
});
