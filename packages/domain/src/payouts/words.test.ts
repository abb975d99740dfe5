import { expect, test } from "vitest";
import { MONEY_STEPS } from "../activity/money-steps.ts";
import { incomeLifecycle } from "../income/incomes.ts";
import { PAYOUTS_EVENTS } from "./events.ts";
import { payoutLifecycle } from "./payouts.ts";

test("one payment has one word: its messages, the feed and the list of money say what its lifecycle says", () => {
  const { submitted, awaitingApproval, completed, failed, returned } = payoutLifecycle.states;
  const told = {
    "payout.submitted": submitted,
    "payout.reviewing": awaitingApproval,
    "payout.completed": completed,
    "payout.failed": failed,
    "payout.returned": returned,
  } as const;
  for (const [event, { label }] of Object.entries(told))
    expect(PAYOUTS_EVENTS[event as keyof typeof told].title).toBe(`{kind} {amount} ${label}`);
  for (const [state, word] of Object.entries(payoutLifecycle.states))
    expect(MONEY_STEPS[(state === "completed" ? "done" : state) as keyof typeof MONEY_STEPS]).toEqual(word);
  for (const [state, word] of Object.entries(incomeLifecycle.states))
    if (state !== "lapsed")
      expect(MONEY_STEPS[(state === "returned" ? "sentBack" : state) as keyof typeof MONEY_STEPS]).toEqual(word);
});
