import { parseMoney } from "@coralhub/domain";
import { expect, test } from "vitest";
import { canBeHelped, planRemedies, remedyText, stillToDo, wordsAfter } from "./plan-remedies.ts";

const usd = (text: string) => parseMoney(text, "USD");
const raise = { kind: "raiseLimit" as const, limit: "day" as const, amount: usd("40.00"), rule: "day" as const };
const topUp = { kind: "topUp" as const, amount: usd("10.00"), rule: "balance" as const };
const unsuspend = { kind: "unsuspend" as const, rule: "state" as const };

test("what a press does and what is done elsewhere, and no button stands twice", () => {
  const ofGroup = (limit: "day" | "month", amount: string) =>
    ({ kind: "raiseLimit", limit, ofBook: true, amount: usd(amount) }) as const;
  const contact = { kind: "contact" as const };
  const { direct, elsewhere } = planRemedies([
    raise,
    topUp,
    ofGroup("day", "50.00"),
    ofGroup("month", "90.00"),
    contact,
    contact,
  ]);
  expect(direct).toEqual([raise, topUp]);
  expect(elsewhere.map(remedyText)).toEqual(["卡组上限改为 USD 50.00", "卡组上限改为 USD 90.00", "联系客服"]);
});

test("the same press twice moves money once, never more than it says, and a card let go is not let go again", () => {
  const chosen = [unsuspend, raise, topUp];
  const charged = usd("40.00");
  expect(stillToDo(chosen, { state: "frozen", balance: usd("30.00"), charged })).toEqual(chosen);
  expect(stillToDo(chosen, { state: "active", balance: usd("30.00"), charged })).toEqual([raise, topUp]);
  expect(stillToDo(chosen, { state: "active", balance: usd("40.00"), charged })).toEqual([raise]);
  const less = { ...topUp, amount: usd("3.00") };
  expect(stillToDo([topUp], { state: "active", balance: usd("37.00"), charged })).toEqual([less]);
  expect(stillToDo([topUp], { state: "active", balance: usd("5.00"), charged })).toEqual([topUp]);
});

test("a card that pays no more is helped by nothing", () => {
  for (const state of ["applying", "closing", "closed", "expired", "failed"] as const) {
    expect(canBeHelped(state)).toBe(false);
    expect(stillToDo([raise, topUp], { state, balance: usd("0.00"), charged: usd("40.00") })).toEqual([]);
  }
});

test("only a trial that passes is a promise; what still stands in the way is said", () => {
  const no = (sentence: string | null) => ({ sentence });
  expect(wordsAfter({ approved: true, trace: [no(null)] }, true)).toBe("已处理，商户再扣一次就会通过");
  const trace = [no("卡片已注销"), no(null), no("卡组当月")];
  expect(wordsAfter({ approved: false, trace }, true)).toBe("这一部分已处理，还不会通过：卡片已注销；卡组当月");
  expect(wordsAfter({ approved: false, trace }, false)).toBe("还不会通过：卡片已注销；卡组当月");
  expect(wordsAfter(undefined, true)).toBe("已处理，商户可以再扣一次");
  expect(wordsAfter(undefined, false)).toBe("这里没有要处理的了");
});
