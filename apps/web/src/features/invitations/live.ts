import type { LiveTopics } from "../../platform/live-topics.ts";

export const invitationsLive: LiveTopics = {
  asks: [["invitations"]],
  money: ["invitation_progress"],
};
