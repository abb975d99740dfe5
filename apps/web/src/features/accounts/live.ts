import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

export const accountsLive: LiveTopics = {
  asks: [["collections"], ["receivingAccounts"]],
  money: ["account_charge"],
  own: ["receiving_account"],
  shows: [MONEY, "store", "account_claim"],
};
