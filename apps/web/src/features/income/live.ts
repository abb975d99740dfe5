import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

export const incomeLive: LiveTopics = {
  asks: [["collections"]],
  money: ["income"],
  own: ["offline_transfer", "export_job"],
  shows: [MONEY],
};
