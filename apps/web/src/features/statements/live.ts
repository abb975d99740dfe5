import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

export const statementsLive: LiveTopics = {
  asks: [["statements"]],
  shows: [MONEY],
};
