import type { Trade } from "./marketplace.ts";

type Words = { sold: readonly string[]; gone: readonly string[] };
/** What a platform's word for an order means: a sale where it brings nothing of its own. A word nobody told us of is no sale yet. */
export const stageBy =
  ({ sold, gone }: Words) =>
  (word: string): Pick<Trade, "stage"> =>
    sold.includes(word) ? {} : { stage: gone.includes(word) ? "void" : "open" };
