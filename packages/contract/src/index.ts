export * from "./capabilities.ts";
export * from "./activity/activity.ts";
export * from "./statements/statements.ts";
export * from "./accounts/endpoints.ts";
export * from "./batches/batches.ts";
export * from "./approvals/approvals.ts";
export * from "./beneficiaries/beneficiaries.ts";
export * from "./call-errors.ts";
export * from "./cards/cards.ts";
export * from "./cards/console.ts";
export * from "./cards/sandbox-issuer.ts";
export {
  cardList,
  cardPaymentList,
  type CardControlsView,
  type CardDecisionView,
  type CardDetail,
  type CardDisputeView,
  type CardHead,
  type CardPaymentDetail,
  type CardPaymentHead,
  type CardRemedyView,
  type CardTrialView,
} from "./cards/views.ts";
export { rechargeList, type CardRecharge } from "./cards/recharges.ts";
export { cardWithdrawalList, fundChangeList, type CardFundSource } from "./cards/wallet.ts";
export * from "./certification/certification.ts";
export * from "./attempt-keys.ts";
export * from "./client.ts";
export * from "./developer/developer.ts";
export { isIP } from "./developer/ip-range.ts";
export * from "./developer/open-operations.ts";
export * from "./developer/open/english.ts";
export * from "./developer/open/errors-in-english.ts";
export * from "./exchange/exchange.ts";
export * from "./exchange/views.ts";
export * from "./exports/exports.ts";
export * from "./outflow/outflow.ts";
export * from "./pooling/pooling.ts";
export * from "./income/records.ts";
export * from "./income/income.ts";
export * from "./campaigns/campaigns.ts";
export * from "./campaigns/desk.ts";
export * from "./campaigns/pushes.ts";
export * from "./coupons/coupons.ts";
export * from "./invitations/invitations.ts";
export * from "./deposits/deposits.ts";
export * from "./deposits/opening.ts";
export * from "./deposits/placements.ts";
export * from "./deposits/sandbox-partner.ts";
export * from "./escrow/escrow.ts";
export * from "./lending/icbc.ts";
export * from "./taxrefund/taxrefund.ts";
export * from "./lending/lending.ts";
export * from "./lending/loans.ts";
export * from "./lending/sandbox-lender.ts";
export * from "./endpoint.ts";
export * from "./import-sheet.ts";
export * from "./field-messages.ts";
export * from "./home/home.ts";
export * from "./home/notices.ts";
export * from "./identity/identity.ts";
export * from "./ledger/lists.ts";
export {
  type ChartRow,
  type InvariantState,
  type PostingDetail,
  type PostingHead,
  type TrialRow,
} from "./ledger/books.ts";
export * from "./ledger/wallet.ts";
export * from "./ledger/ledger.ts";
export * from "./list.ts";
export * from "./messages/messages.ts";
export * from "./operations/operator-changes.ts";
export * from "./operations/records.ts";
export * from "./operations/operations.ts";
export * from "./mybank/mybank.ts";
export * from "./orders/desk.ts";
export * from "./orders/gateway.ts";
export {
  boundOrderList,
  freeOrderList,
  orderBehindList,
  orderDeskList,
  orderFundList,
  orderList,
  orderUploadList,
  quotaUseList,
  type OrderFundRow,
  type OrderRow,
  type OrderUploadRow,
  type QuotaUseRow,
} from "./orders/lists.ts";
export {
  ORDER_PLATFORMS,
  orderEndpoints,
  type OrderPlatform,
  type OrderPlatformKey,
  type OrderQuota,
  type OrderUploadDetail,
} from "./orders/orders.ts";
export * from "./orders/own-calls.ts";
export * from "./orders/sandbox-orders.ts";
export * from "./payouts/payouts.ts";
export * from "./prices/prices.ts";
export * from "./refusals/index.ts";
export * from "./operations/sandbox-control.ts";
export * from "./operations/sandbox-documents.ts";
export * from "./operations/sandbox-notifications.ts";
export * from "./payouts/sandbox-bank.ts";
export * from "./income/sandbox-bank.ts";
export * from "./sellers/sellers.ts";
export * from "./stores/connections.ts";
export * from "./stores/stores.ts";
export * from "./wallets/console.ts";
export * from "./wallets/wallets.ts";
export * from "./wire-time.ts";
