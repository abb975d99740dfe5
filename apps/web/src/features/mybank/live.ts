import type { LiveTopics } from "../../platform/live-topics.ts";

export const mybankLive: LiveTopics = {
  asks: [["mybank"]],
  own: ["mybank_binding"],
};
