import { parseMoney, type Money } from "@coralhub/domain";
import { CARD_STORIES } from "../cards/stories.ts";
import { FINANCE_STORIES } from "../finance/stories.ts";
import type { When } from "../past/moments.ts";

/** What the stories move out of a receiving account, and when; they post it by themselves. */
export function fundingsFrom(account: string): { when: When; amount: Money }[] {
  const toCards = CARD_STORIES.filter((story) => story.account === account)
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.what === "fund" ? [{ when: step, amount: parseMoney(step.amount, "USD") }] : []));
  const toWallet = FINANCE_STORIES.flatMap(({ steps }) => steps).flatMap((step) =>
    step.what === "fund" && step.account === account ? [{ when: step, amount: step.amount }] : [],
  );
  return [...toCards, ...toWallet];
}
