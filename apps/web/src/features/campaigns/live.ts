import type { LiveTopics } from "../../platform/live-topics.ts";

/** Its pages are documents of their own; what is won goes to the wallet. */
export const campaignsLive: LiveTopics = {
  asks: [],
  money: ["campaign_draw"],
  own: ["campaign_application"],
};
