import type { LiveTopics } from "../../platform/live-topics.ts";

export const batchesLive: LiveTopics = {
  asks: [["batches"]],
  own: ["payment_batch"],
  shows: ["payout"],
};
