import { parseMoney, type CardRule } from "@coralhub/domain";
import { expect, test } from "vitest";
import { planRemedies, remedyText } from "./plan-remedies.ts";

const usd = (text: string) => parseMoney(text, "USD");

test("a press promises that the shop passes only where nothing else stands in the way, and no button stands twice", () => {
  const own = [
    { kind: "raiseLimit" as const, limit: "day" as const, amount: usd("40.00"), rule: "day" as const },
    { kind: "topUp" as const, amount: usd("10.00"), rule: "balance" as const },
  ];
  const no = (rule: CardRule, sentence: string | null) => ({ rule, label: rule, sentence });
  const both = [no("day", "今天上限 USD 30.00"), no("month", null), no("balance", "卡里还有 USD 30.00")];
  expect(planRemedies({ remedies: own, trace: both })).toEqual({
    direct: own,
    elsewhere: [],
    done: "已处理，商户再扣一次就会通过",
  });
  const ofGroup = (limit: "day" | "month", amount: string) =>
    ({ kind: "raiseLimit", limit, ofBook: true, amount: usd(amount) }) as const;
  const contact = { kind: "contact" as const };
  const { direct, elsewhere, done } = planRemedies({
    remedies: [...own, ofGroup("day", "50.00"), ofGroup("month", "90.00"), contact, contact],
    trace: [...both, no("bookDay", "卡组当日"), no("bookMonth", "卡组当月")],
  });
  expect(direct).toEqual(own);
  expect(elsewhere.map(remedyText)).toEqual(["卡组上限改为 USD 50.00", "卡组上限改为 USD 90.00", "联系客服"]);
  expect(done).toBe("这一部分已处理，还不会通过：卡组当日；卡组当月");
  // What has no button at all stands in the way as well.
  const cash = no("programme", "珊瑚卡不支持「取现」类商户");
  expect(planRemedies({ remedies: own, trace: [cash, ...both] }).done).toBe(
    "这一部分已处理，还不会通过：珊瑚卡不支持「取现」类商户",
  );
  const unnamed = own.map(({ rule: _rule, ...rest }) => rest);
  expect(planRemedies({ remedies: unnamed, trace: [cash, ...both] }).done).not.toContain("就会通过");
});
