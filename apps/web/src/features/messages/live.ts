import type { LiveTopics } from "../../platform/live-topics.ts";

export const messagesLive: LiveTopics = {
  asks: [["messages"]],
  own: ["message"],
};
