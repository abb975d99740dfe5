import type { LiveTopics } from "../../platform/live-topics.ts";

export const poolingLive: LiveTopics = {
  asks: [["collections"]],
  money: ["funds_merger"],
};
