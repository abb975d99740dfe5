import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

/** Rates and quotes are not among them: they have their own time, and a price on the screen stays. */
export const exchangeLive: LiveTopics = {
  asks: [
    ["exchange", "currencies"],
    ["exchange", "conversions"],
    ["exchange", "conversion"],
    ["exchange", "standing"],
  ],
  money: ["conversion", "standing_order"],
  shows: [MONEY],
};
