import type { LiveTopics } from "../../platform/live-topics.ts";

export const storesLive: LiveTopics = {
  asks: [["stores"]],
  own: ["store", "account_claim"],
  shows: ["receiving_account"],
};
