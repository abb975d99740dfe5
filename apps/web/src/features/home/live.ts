import { ANYTHING, type LiveTopics } from "../../platform/live-topics.ts";

/** To-dos, sums and the last that happened come from everywhere. */
export const homeLive: LiveTopics = {
  asks: [["home"]],
  shows: [ANYTHING],
};
