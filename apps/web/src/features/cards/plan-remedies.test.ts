import { parseMoney } from "@coralhub/domain";
import { expect, test } from "vitest";
import { planRemedies, remedyText, stillToDo, wordsAfter } from "./plan-remedies.ts";

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
  const now = (state: "active" | "frozen", balance: string) => ({
    state,
    blockedByUs: null,
    balance: usd(balance),
    charged,
  });
  expect(stillToDo(chosen, now("frozen", "30.00"))).toEqual(chosen);
  expect(stillToDo(chosen, now("active", "30.00"))).toEqual([raise, topUp]);
  expect(stillToDo(chosen, now("active", "40.00"))).toEqual([raise]);
  const less = { ...topUp, amount: usd("3.00") };
  expect(stillToDo([topUp], now("active", "37.00"))).toEqual([less]);
  expect(stillToDo([topUp], now("active", "5.00"))).toEqual([topUp]);
});

test("a card that pays no more is helped by nothing on it, only by another card", () => {
  for (const state of ["closing", "closed", "expired", "failed"] as const) {
    const card = { state, blockedByUs: null };
    expect(planRemedies([raise, topUp], card)).toEqual({ direct: [], elsewhere: [{ kind: "newCard" }] });
    expect(stillToDo([raise, topUp], { ...card, balance: usd("0.00"), charged: usd("40.00") })).toEqual([]);
  }
});

test("nothing its owner does helps a card that we have stopped: support does", () => {
  const card = { state: "frozen" as const, blockedByUs: "例行核查" };
  expect(planRemedies([unsuspend, topUp], card)).toEqual({ direct: [], elsewhere: [{ kind: "contact" }] });
  expect(stillToDo([unsuspend, topUp], { ...card, balance: usd("0.00"), charged: usd("40.00") })).toEqual([]);
  expect(planRemedies([unsuspend, topUp], { ...card, blockedByUs: null }).direct).toEqual([unsuspend, topUp]);
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
