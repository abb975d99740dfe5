import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

/** 收支明细: whatever moves money shows there. */
export const activityLive: LiveTopics = {
  asks: [["activity"]],
  shows: [MONEY],
};
