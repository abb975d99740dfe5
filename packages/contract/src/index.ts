export * from "./all-endpoints.ts";
export * from "./call-errors.ts";
export * from "./certification.ts";
export * from "./client.ts";
export * from "./collections-exports.ts";
export * from "./collections-pooling.ts";
export * from "./collections-records.ts";
export * from "./collections.ts";
export * from "./deposits.ts";
export * from "./endpoint.ts";
export * from "./field-messages.ts";
export * from "./home.ts";
export * from "./identity.ts";
export * from "./income-records.ts";
export * from "./ledger-lists.ts";
export {
  type ChartRow,
  type InvariantState,
  type PostingDetail,
  type PostingHead,
  type TrialRow,
} from "./ledger-books.ts";
export * from "./ledger-wallet.ts";
export * from "./ledger.ts";
export * from "./list.ts";
export * from "./messages.ts";
export * from "./operations-records.ts";
export * from "./operations.ts";
export * from "./payouts.ts";
export * from "./refusals/index.ts";
export * from "./sandbox-control.ts";
export * from "./sandbox-documents.ts";
export * from "./sandbox-notifications.ts";
export * from "./sandbox-payout-bank.ts";
export * from "./sandbox-receiving-bank.ts";
export * from "./sellers.ts";
export * from "./stores-connections.ts";
export * from "./stores.ts";
export * from "./wire-time.ts";
