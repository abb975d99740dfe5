import { accountEndpoints } from "../../accounts/endpoints.ts";
import { cardEndpoints } from "../../cards/cards.ts";
import { depositEndpoints } from "../../deposits/deposits.ts";
import { offlineEndpoints } from "../../income/offline.ts";
import { poolingEndpoints } from "../../pooling/pooling.ts";
import { walletEndpointTable } from "../../wallets/wallets.ts";
import { CODE, offer, without } from "./offer.ts";

/** Money and accounts of one's own: swept, pooled, announced, taken back. */
const wallet = {
  listWalletSources: offer("wallets.walletSources", walletEndpointTable.walletSources, {
    path: "/wallet/sources",
    scope: "wallets:read",
  }),
  setWalletAccounts: offer("wallets.setWalletAccounts", walletEndpointTable.setWalletAccounts, {
    method: "POST",
    path: "/wallet/accounts",
    scope: "wallets:write",
  }),
  createSweep: offer("wallets.setSweep", walletEndpointTable.setSweep, {
    method: "POST",
    path: "/wallet/sweeps",
    scope: "wallets:write",
    title: "设置自动转入：全部或超过一定金额的部分，到账就转或每天一次（签名代替验证码）",
    input: without(walletEndpointTable.setSweep.input, "verifyCode", "channel"),
    fill: CODE,
  }),
  removeSweep: offer("wallets.removeSweep", walletEndpointTable.removeSweep, {
    method: "POST",
    path: "/wallet/sweeps/{id}/remove",
    scope: "wallets:write",
  }),
  getTransferReceipt: offer("wallets.walletReceipt", walletEndpointTable.walletReceipt, {
    path: "/wallet/transfers/{id}/receipt",
    scope: "wallets:read",
  }),
  createWalletPayout: offer("wallets.applyFromWallet", walletEndpointTable.applyFromWallet, {
    method: "POST",
    path: "/payouts/wallet",
    scope: "payouts:prepare",
    title: "从钱包付款：填写（确认以前不扣款）",
    object: "payout",
  }),
};

const accounts = {
  reapplyAccount: offer("accounts.reapplyReceivingAccount", accountEndpoints.reapplyReceivingAccount, {
    method: "POST",
    path: "/accounts/{id}/reapply",
    scope: "accounts:write",
  }),
  listAccountCharges: offer("accounts.accountCharges", accountEndpoints.accountCharges, {
    path: "/account-charges",
    scope: "accounts:read",
  }),
  payAccountCharge: offer("accounts.payAccountCharge", accountEndpoints.payAccountCharge, {
    method: "POST",
    path: "/account-charges/{chargeId}/pay",
    scope: "accounts:write",
  }),
  listPoolingAccounts: offer("pooling.poolingAccounts", poolingEndpoints.poolingAccounts, {
    path: "/pooling-accounts",
    scope: "accounts:read",
  }),
  previewPooling: offer("pooling.previewPooling", poolingEndpoints.previewPooling, {
    method: "POST",
    path: "/poolings",
    scope: "accounts:write",
  }),
  confirmPooling: offer("pooling.confirmPooling", poolingEndpoints.confirmPooling, {
    method: "POST",
    path: "/poolings/{id}/confirm",
    scope: "accounts:write",
  }),
  listPoolings: offer("pooling.poolingRecords", poolingEndpoints.poolingRecords, {
    path: "/poolings",
    scope: "accounts:read",
  }),
  getPooling: offer("pooling.poolingDetail", poolingEndpoints.poolingDetail, {
    path: "/poolings/{id}",
    scope: "accounts:read",
  }),
};

const announced = {
  getOfflineAccount: offer("income.offlineAccount", offlineEndpoints.offlineAccount, {
    path: "/offline-account",
    scope: "incomes:read",
  }),
  uploadOfflineFile: offer("income.uploadOfflineProof", offlineEndpoints.uploadOfflineProof, {
    method: "POST",
    path: "/offline-transfers/files",
    scope: "incomes:write",
  }),
  createOfflineTransfer: offer("income.submitOffline", offlineEndpoints.submitOffline, {
    method: "POST",
    path: "/offline-transfers",
    scope: "incomes:write",
  }),
  listOfflineTransfers: offer("income.offlineTransfers", offlineEndpoints.offlineTransfers, {
    path: "/offline-transfers",
    scope: "incomes:read",
  }),
  getOfflineTransfer: offer("income.offlineTransfer", offlineEndpoints.offlineTransfer, {
    path: "/offline-transfers/{id}",
    scope: "incomes:read",
  }),
  cancelOfflineTransfer: offer("income.cancelOffline", offlineEndpoints.cancelOffline, {
    method: "POST",
    path: "/offline-transfers/{id}/cancel",
    scope: "incomes:write",
  }),
};

const deposits = {
  getDepositOverview: offer("deposits.userWealth", depositEndpoints.userWealth, {
    path: "/deposit-overview",
    scope: "deposits:read",
  }),
  getDepositInterest: offer("deposits.placementInterest", depositEndpoints.placementInterest, {
    path: "/deposits/{id}/interest",
    scope: "deposits:read",
  }),
  getDepositCertificate: offer("deposits.depositCertificate", depositEndpoints.depositCertificate, {
    path: "/deposits/{id}/certificate",
    scope: "deposits:read",
  }),
  getDepositStatement: offer("deposits.depositStatement", depositEndpoints.depositStatement, {
    path: "/deposit-statements",
    scope: "deposits:read",
  }),
};

const card = (of: keyof typeof cardEndpoints, path: string) =>
  offer(`cards.${of}`, cardEndpoints[of], { method: "POST", path, scope: "cards:write" });
const cards = {
  updateCard: card("updateCard", "/cards/{id}/update"),
  replaceCard: card("replaceCard", "/cards/{id}/replace"),
  listCardGroups: offer("cards.cardBooks", cardEndpoints.cardBooks, { path: "/card-groups", scope: "cards:read" }),
  saveCardGroup: card("saveCardBook", "/card-groups"),
  removeCardGroup: card("removeCardBook", "/card-groups/{id}/remove"),
  disputeCardPayment: card("disputePayment", "/card-payments/{id}/dispute"),
  addDisputeEvidence: offer("cards.addDisputeEvidence", cardEndpoints.addDisputeEvidence, {
    method: "POST",
    path: "/card-payments/{id}/dispute/evidence",
    scope: "cards:write",
    once: true,
  }),
  answerCardDispute: card("answerDispute", "/card-payments/{id}/dispute/answer"),
  withdrawCardDispute: card("withdrawDispute", "/card-payments/{id}/dispute/withdraw"),
  getCardFundingReceipt: offer("cards.cardRechargeReceipt", cardEndpoints.cardRechargeReceipt, {
    path: "/card-wallet/fundings/{id}/receipt",
    scope: "cards:read",
  }),
  listCardWithdrawals: offer("cards.cardWithdrawals", cardEndpoints.cardWithdrawals, {
    path: "/card-wallet/withdrawals",
    scope: "cards:read",
  }),
  createCardWithdrawal: card("withdrawFromCards", "/card-wallet/withdrawals"),
  confirmCardWithdrawal: offer("cards.confirmCardWithdrawal", cardEndpoints.confirmCardWithdrawal, {
    method: "POST",
    path: "/card-wallet/withdrawals/{id}/confirm",
    scope: "cards:write",
    title: "卡钱包：确认转出（签名代替验证码）",
    input: without(cardEndpoints.confirmCardWithdrawal.input, "verifyCode", "channel"),
    fill: CODE,
  }),
  cancelCardWithdrawal: card("cancelCardWithdrawal", "/card-wallet/withdrawals/{id}/cancel"),
};

export const ownMoneyOperations = { ...wallet, ...accounts, ...announced, ...deposits, ...cards };
