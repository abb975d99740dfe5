import type { LiveTopics } from "../../platform/live-topics.ts";

/** A receipt counts once its money came and its orders stand. */
export const taxrefundLive: LiveTopics = {
  asks: [["taxrefund"]],
  money: ["tax_refund"],
  shows: ["income", "trade_order"],
};
