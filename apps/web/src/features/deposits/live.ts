import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

export const depositsLive: LiveTopics = {
  asks: [["deposits"]],
  money: ["deposit_placement"],
  own: ["deposit_account"],
  shows: [MONEY],
};
