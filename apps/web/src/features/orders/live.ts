import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

/** How much may still be paid out rests on what came in and went out. */
export const ordersLive: LiveTopics = {
  asks: [["orders"], ["orderProgress"]],
  own: ["order_upload", "trade_order", "quota_use"],
  shows: [MONEY],
};
