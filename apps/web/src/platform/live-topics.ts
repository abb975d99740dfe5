import type { QueryKey } from "@tanstack/react-query";
import { MONEY_KEY } from "./refresh-money.ts";

const HOME = ["home"];
const MONEY = [MONEY_KEY];
const WALLET = ["wallet"];
/** 收支明细: whatever moves money shows there. */
const EVENTS = ["activity"];
const PAYOUTS = ["withdrawals"];
const STORES = ["stores"];
const ACCOUNTS = ["receivingAccounts"];
const CERTIFICATION = ["certification"];
const STANDING = ["authRecord"];

/** Which questions are asked again when something of the merchant has moved, by the table it is kept in. */
const LIVE_TOPICS: Readonly<Record<string, readonly QueryKey[]>> = {
  certification: [CERTIFICATION, STANDING, HOME],
  certification_application: [CERTIFICATION, STANDING, HOME, ["sellers"]],
  certification_enquiry: [CERTIFICATION, HOME, ["sellers"]],
  store: [STORES, HOME, ACCOUNTS],
  receiving_account: [MONEY, ACCOUNTS, STORES, HOME],
  account_charge: [MONEY, HOME, WALLET, EVENTS],
  income: [MONEY, HOME, WALLET, EVENTS],
  funds_merger: [MONEY, HOME, WALLET, EVENTS],
  ledger_adjustment: [MONEY, HOME, WALLET, EVENTS],
  export_job: [MONEY],
  payout: [PAYOUTS, ["payouts"], ["batches"], MONEY, HOME, WALLET, EVENTS],
  payment_batch: [["batches"]],
  mybank_binding: [["mybank"], ["payouts"]],
  module_application: [["deposits"], HOME],
  message: [["messages"], HOME],
};

const EVERYTHING: readonly QueryKey[] = [[]];

/** Whoever waits for a decision sees it come: what has no row here makes the whole page ask again. */
export const questionsAbout = (table: string): readonly QueryKey[] => LIVE_TOPICS[table] ?? EVERYTHING;
