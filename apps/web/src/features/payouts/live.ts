import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

export const payoutsLive: LiveTopics = {
  asks: [["payouts"]],
  money: ["payout"],
  own: ["payout_series", "payout_resolution"],
  shows: [MONEY, "beneficiary", "mybank_binding"],
};
