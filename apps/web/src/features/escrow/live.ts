import type { LiveTopics } from "../../platform/live-topics.ts";

export const escrowLive: LiveTopics = {
  asks: [["escrow"]],
  money: ["escrow"],
};
