import type { LiveTopics } from "../../platform/live-topics.ts";

/** What was paid to whom, and the sellers who can be paid. */
export const beneficiariesLive: LiveTopics = {
  asks: [["payees"]],
  own: ["beneficiary"],
  shows: ["payout", "certification_application"],
};
