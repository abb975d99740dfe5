import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

/** A correction by hand has no page of its own: it shows in the wallet. */
export const walletsLive: LiveTopics = {
  asks: [["wallet"]],
  money: ["wallet_transfer", "ledger_adjustment"],
  shows: [MONEY],
};
