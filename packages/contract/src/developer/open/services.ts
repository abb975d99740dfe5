import { cardEndpoints } from "../../cards/cards.ts";
import { depositEndpoints } from "../../deposits/deposits.ts";
import { exchangeEndpoints } from "../../exchange/exchange.ts";
import { ledgerEndpoints } from "../../ledger/ledger.ts";
import { walletEndpointTable } from "../../wallets/wallets.ts";
import { CODE, offer, without } from "./offer.ts";

const wallet = {
  getBalances: offer("ledger.walletBalances", ledgerEndpoints.walletBalances, {
    path: "/balances",
    scope: "wallets:read",
  }),
  getWallet: offer("wallets.walletOverview", walletEndpointTable.walletOverview, {
    path: "/wallet",
    scope: "wallets:read",
  }),
  fundWallet: offer("wallets.fundWallet", walletEndpointTable.fundWallet, {
    method: "POST",
    path: "/wallet/fund",
    scope: "wallets:write",
    title: "从收款账户转入钱包（签名代替验证码）",
    input: without(walletEndpointTable.fundWallet.input, "verifyCode", "channel"),
    fill: CODE,
  }),
  listTransfers: offer("wallets.walletTransfers", walletEndpointTable.walletTransfers, {
    path: "/wallet/transfers",
    scope: "wallets:read",
    object: "transfer",
  }),
  getTransfer: offer("wallets.walletTransfer", walletEndpointTable.walletTransfer, {
    path: "/wallet/transfers/{id}",
    scope: "wallets:read",
    object: "transfer",
  }),
  checkWalletPayee: offer("wallets.checkWalletPayee", walletEndpointTable.checkWalletPayee, {
    method: "POST",
    path: "/wallet/payee",
    scope: "wallets:write",
    keepLimit: true,
  }),
  createTransfer: offer("wallets.applyWalletTransfer", walletEndpointTable.applyWalletTransfer, {
    method: "POST",
    path: "/wallet/transfers",
    scope: "wallets:write",
    keepLimit: true,
    object: "transfer",
  }),
  confirmTransfer: offer("wallets.confirmWalletTransfer", walletEndpointTable.confirmWalletTransfer, {
    method: "POST",
    path: "/wallet/transfers/{id}/confirm",
    scope: "payouts:write",
    title: "确认钱包转账（签名代替验证码）",
    input: without(walletEndpointTable.confirmWalletTransfer.input, "verifyCode", "channel"),
    fill: CODE,
  }),
  cancelTransfer: offer("wallets.cancelWalletTransfer", walletEndpointTable.cancelWalletTransfer, {
    method: "POST",
    path: "/wallet/transfers/{id}/cancel",
    scope: "wallets:write",
  }),
};

const exchange = {
  getExchangePairs: offer("exchange.exchangeCurrencies", exchangeEndpoints.exchangeCurrencies, {
    path: "/exchange/pairs",
    scope: "exchange:read",
  }),
  getExchangeRate: offer("exchange.exchangeRate", exchangeEndpoints.exchangeRate, {
    path: "/exchange/rates/{sell}/{buy}",
    scope: "exchange:read",
  }),
  quoteExchange: offer("exchange.exchangeDraft", exchangeEndpoints.exchangeDraft, {
    method: "POST",
    path: "/exchange/quotes",
    scope: "exchange:write",
  }),
  createConversion: offer("exchange.placeConversion", exchangeEndpoints.placeConversion, {
    method: "POST",
    path: "/exchange/conversions",
    scope: "exchange:write",
    object: "conversion",
  }),
  listConversions: offer("exchange.conversions", exchangeEndpoints.conversions, {
    path: "/exchange/conversions",
    scope: "exchange:read",
    object: "conversion",
  }),
  getConversion: offer("exchange.conversion", exchangeEndpoints.conversion, {
    path: "/exchange/conversions/{id}",
    scope: "exchange:read",
    object: "conversion",
  }),
  listStandingOrders: offer("exchange.standingOrders", exchangeEndpoints.standingOrders, {
    path: "/exchange/orders",
    scope: "exchange:read",
  }),
  createStandingOrder: offer("exchange.placeStandingOrder", exchangeEndpoints.placeStandingOrder, {
    method: "POST",
    path: "/exchange/orders",
    scope: "exchange:write",
  }),
  cancelStandingOrder: offer("exchange.cancelStandingOrder", exchangeEndpoints.cancelStandingOrder, {
    method: "POST",
    path: "/exchange/orders/{id}/cancel",
    scope: "exchange:write",
  }),
};

const cardOf = { by: "cardId", of: "cards.card", endpoint: cardEndpoints.card };
const cards = {
  listCards: offer("cards.cards", cardEndpoints.cards, { path: "/cards", scope: "cards:read", object: "card" }),
  getCard: offer("cards.card", cardEndpoints.card, { path: "/cards/{id}", scope: "cards:read", object: "card" }),
  createCards: offer("cards.applyForCards", cardEndpoints.applyForCards, {
    method: "POST",
    path: "/cards",
    scope: "cards:write",
  }),
  suspendCard: offer("cards.suspendCard", cardEndpoints.suspendCard, {
    method: "POST",
    path: "/cards/{id}/suspend",
    scope: "cards:write",
  }),
  resumeCard: offer("cards.unsuspendCard", cardEndpoints.unsuspendCard, {
    method: "POST",
    path: "/cards/{id}/resume",
    scope: "cards:write",
  }),
  closeCard: offer("cards.closeCard", cardEndpoints.closeCard, {
    method: "POST",
    path: "/cards/{id}/close",
    scope: "cards:write",
  }),
  setCardControls: offer("cards.setCardControls", cardEndpoints.setCardControls, {
    method: "POST",
    path: "/cards/{id}/controls",
    scope: "cards:write",
  }),
  getCardWallet: offer("cards.cardWallet", cardEndpoints.cardWallet, { path: "/card-wallet", scope: "cards:read" }),
  fundCardWallet: offer("cards.fundCardWallet", cardEndpoints.fundCardWallet, {
    method: "POST",
    path: "/card-wallet/fund",
    scope: "cards:write",
    title: "卡钱包：从收款账户或钱包充值（签名代替验证码）",
    // A price is promised to people who read it; a program pays what is listed.
    input: without(cardEndpoints.fundCardWallet.input, "quoteId", "verifyCode", "channel"),
    fill: CODE,
  }),
  loadCard: offer("cards.rechargeCard", cardEndpoints.rechargeCard, {
    method: "POST",
    path: "/cards/{cardId}/load",
    scope: "cards:write",
  }),
  unloadCard: offer("cards.unloadCard", cardEndpoints.unloadCard, {
    method: "POST",
    path: "/cards/{cardId}/unload",
    scope: "cards:write",
  }),
  listCardPayments: offer("cards.cardTransactions", cardEndpoints.cardTransactions, {
    path: "/card-payments",
    scope: "cards:read",
    object: "cardPayment",
    related: { card: cardOf },
  }),
  getCardPayment: offer("cards.cardTransaction", cardEndpoints.cardTransaction, {
    path: "/card-payments/{id}",
    scope: "cards:read",
    object: "cardPayment",
    related: { card: cardOf },
  }),
  attachCardReceipt: offer("cards.attachCardReceipt", cardEndpoints.attachCardReceipt, {
    method: "POST",
    path: "/card-payments/{id}/receipt",
    scope: "cards:write",
    once: true,
  }),
};

const deposits = {
  listDepositProducts: offer("deposits.depositProducts", depositEndpoints.depositProducts, {
    path: "/deposit-products",
    scope: "deposits:read",
  }),
  listDeposits: offer("deposits.placements", depositEndpoints.placements, {
    path: "/deposits",
    scope: "deposits:read",
    object: "deposit",
  }),
  getDeposit: offer("deposits.placement", depositEndpoints.placement, {
    path: "/deposits/{id}",
    scope: "deposits:read",
    object: "deposit",
  }),
  quoteDeposit: offer("deposits.openPlacementSession", depositEndpoints.openPlacementSession, {
    method: "POST",
    path: "/deposits/quotes",
    scope: "deposits:write",
  }),
  createDeposit: offer("deposits.confirmPlacement", depositEndpoints.confirmPlacement, {
    method: "POST",
    path: "/deposits",
    scope: "deposits:write",
    title: "按报价存入定期（签名代替验证码）",
    input: without(depositEndpoints.confirmPlacement.input, "verifyCode", "channel"),
    fill: CODE,
    object: "deposit",
  }),
  setMaturityInstruction: offer("deposits.modifyMaturityInstruction", depositEndpoints.modifyMaturityInstruction, {
    method: "POST",
    path: "/deposits/{id}/instruction",
    scope: "deposits:write",
  }),
  getBreakTerms: offer("deposits.breakTrial", depositEndpoints.breakTrial, {
    path: "/deposits/{id}/break-terms",
    scope: "deposits:read",
  }),
  breakDeposit: offer("deposits.breakPlacement", depositEndpoints.breakPlacement, {
    method: "POST",
    path: "/deposits/{id}/break",
    scope: "deposits:write",
    title: "提前支取（签名代替验证码）",
    input: without(depositEndpoints.breakPlacement.input, "verifyCode", "channel"),
    fill: CODE,
  }),
};

export const serviceOperations = { ...wallet, ...exchange, ...cards, ...deposits };
