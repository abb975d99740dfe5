import type { LiveTopics } from "../../platform/live-topics.ts";

export const identityLive: LiveTopics = {
  asks: [["security"]],
  own: ["account_recovery"],
};
