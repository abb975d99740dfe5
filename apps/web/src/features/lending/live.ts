import type { LiveTopics } from "../../platform/live-topics.ts";

export const lendingLive: LiveTopics = {
  asks: [["lending"]],
  money: ["loan"],
  own: ["icbc_upload"],
};
