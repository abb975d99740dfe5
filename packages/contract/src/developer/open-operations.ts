import type { Endpoints } from "../endpoint.ts";
import type { OpenObject } from "./open/metadata.ts";
import type { OpenOperation } from "./open/offer.ts";
import { agreementOperations } from "./open/agreements.ts";
import { ownMoneyOperations } from "./open/own-money.ts";
import { paymentOperations } from "./open/payments.ts";
import { proofOperations } from "./open/proofs.ts";
import { serviceOperations } from "./open/services.ts";
import { standingOperations } from "./open/standing.ts";

export { METADATA_LIMITS, OPEN_OBJECT_IDS, type OpenObject } from "./open/metadata.ts";
export type { OpenOperation, Related } from "./open/offer.ts";

export const OPEN_OPERATIONS: Readonly<Record<string, OpenOperation>> = {
  ...standingOperations,
  ...paymentOperations,
  ...serviceOperations,
  ...ownMoneyOperations,
  ...agreementOperations,
  ...proofOperations,
};

/** Where one of them is read. */
export const OPEN_READERS: Readonly<Record<OpenObject, string>> = {
  payout: "getPayout",
  payee: "getPayee",
  batch: "getBatch",
  conversion: "getConversion",
  transfer: "getTransfer",
  income: "getIncome",
  order: "getOrder",
  account: "getAccount",
  store: "getStore",
  card: "getCard",
  cardPayment: "getCardPayment",
  deposit: "getDeposit",
};

/** Where the thing an event tells of is read, by the table it is kept in. */
export const OPEN_OBJECTS: Readonly<Record<string, string>> = {
  payout: "getPayout",
  income: "getIncome",
  receiving_account: "getAccount",
  beneficiary: "getPayee",
  conversion: "getConversion",
  card: "getCard",
  card_payment: "getCardPayment",
  deposit_placement: "getDeposit",
  store: "getStore",
  certification: "getCertification",
  wallet_transfer: "getTransfer",
  order_upload: "getOrderUpload",
  order_match: "getIncome",
};

export const openEndpoints: Endpoints = Object.fromEntries(
  Object.entries(OPEN_OPERATIONS).map(([name, { endpoint }]) => [name, endpoint]),
);
