import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

export const cardsLive: LiveTopics = {
  asks: [["cards"]],
  money: ["card_payment", "card_recharge", "card_transfer", "card_withdrawal", "card_dispute"],
  own: ["card"],
  shows: [MONEY],
};
