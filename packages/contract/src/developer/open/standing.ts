import { accountEndpoints } from "../../accounts/endpoints.ts";
import { activityEndpoints } from "../../activity/activity.ts";
import { certificationEndpoints } from "../../certification/certification.ts";
import { incomeEndpoints } from "../../income/income.ts";
import { statementEndpoints } from "../../statements/statements.ts";
import { connectionEndpoints } from "../../stores/connections.ts";
import { storeEndpoints } from "../../stores/stores.ts";
import { offer } from "./offer.ts";

const certification = {
  getCertification: offer("certification.certificationView", certificationEndpoints.certificationView, {
    path: "/certification",
    scope: "certification:read",
    always: true,
  }),
  getCertificationApplication: offer(
    "certification.certificationApplication",
    certificationEndpoints.certificationApplication,
    { path: "/certification/application", scope: "certification:read", always: true },
  ),
  uploadCertificationFile: offer(
    "certification.uploadCertificationFile",
    certificationEndpoints.uploadCertificationFile,
    { method: "POST", path: "/certification/files", scope: "certification:write", always: true },
  ),
  answerEnquiry: offer("certification.answerEnquiry", certificationEndpoints.answerEnquiry, {
    method: "POST",
    path: "/certification/enquiries/{id}/answer",
    scope: "certification:write",
    always: true,
  }),
};

const stores = {
  listStores: offer("stores.stores", storeEndpoints.stores, {
    path: "/stores",
    scope: "stores:read",
    object: "store",
  }),
  getStore: offer("stores.store", storeEndpoints.store, {
    path: "/stores/{id}",
    scope: "stores:read",
    object: "store",
  }),
  listStorePlatforms: offer("stores.shopTypes", storeEndpoints.shopTypes, {
    path: "/store-platforms",
    scope: "stores:read",
  }),
  renameStore: offer("stores.renameStore", storeEndpoints.renameStore, {
    method: "POST",
    path: "/stores/rename",
    scope: "stores:write",
  }),
  remarkStores: offer("stores.remarkStores", storeEndpoints.remarkStores, {
    method: "POST",
    path: "/stores/remark",
    scope: "stores:write",
  }),
  hideStores: offer("stores.hideStores", storeEndpoints.hideStores, {
    method: "POST",
    path: "/stores/hide",
    scope: "stores:write",
  }),
  moveStores: offer("stores.updateAffiliatedStores", storeEndpoints.updateAffiliatedStores, {
    method: "POST",
    path: "/stores/move",
    scope: "stores:write",
  }),
  removeStore: offer("stores.removeStore", storeEndpoints.removeStore, {
    method: "POST",
    path: "/stores/{id}/remove",
    scope: "stores:write",
    once: true,
  }),
  uploadStoreFile: offer("stores.uploadStoreFile", storeEndpoints.uploadStoreFile, {
    method: "POST",
    path: "/stores/files",
    scope: "stores:write",
  }),
  bindShopifyStore: offer("stores.bindShopify", storeEndpoints.bindShopify, {
    method: "POST",
    path: "/stores/shopify",
    scope: "stores:write",
  }),
  bindEbayStore: offer("stores.bindEbay", storeEndpoints.bindEbay, {
    method: "POST",
    path: "/stores/ebay",
    scope: "stores:write",
  }),
  bindAmazonStore: offer("stores.applyAmazon", storeEndpoints.applyAmazon, {
    method: "POST",
    path: "/stores/amazon",
    scope: "stores:write",
  }),
  bindOtherStore: offer("stores.bindOther", storeEndpoints.bindOther, {
    method: "POST",
    path: "/stores/other",
    scope: "stores:write",
  }),
  getStoreAuthorisation: offer("connections.checkAuthorisation", connectionEndpoints.checkAuthorisation, {
    path: "/store-authorisation",
    scope: "stores:read",
  }),
};

export const storeOfRow = { by: "storeId", of: "stores.store", endpoint: storeEndpoints.store };
const accountOfRow = { by: "accountId", of: "accounts.receivingAccount", endpoint: accountEndpoints.receivingAccount };

const accounts = {
  listAccounts: offer("accounts.receivingAccounts", accountEndpoints.receivingAccounts, {
    path: "/accounts",
    scope: "accounts:read",
    object: "account",
  }),
  getAccount: offer("accounts.receivingAccount", accountEndpoints.receivingAccount, {
    path: "/accounts/{id}",
    scope: "accounts:read",
    object: "account",
  }),
  getAccountLetter: offer("accounts.accountLetter", accountEndpoints.accountLetter, {
    path: "/accounts/{accountId}/letter",
    scope: "accounts:read",
  }),
  listAccountEntries: offer("accounts.accountEntries", accountEndpoints.accountEntries, {
    path: "/account-entries",
    scope: "accounts:read",
  }),
  getStatement: offer("accounts.monthlyStatement", accountEndpoints.monthlyStatement, {
    path: "/statements",
    scope: "accounts:read",
  }),
  getStatementPdf: offer("accounts.monthlyStatementPdf", accountEndpoints.monthlyStatementPdf, {
    path: "/statements/pdf",
    scope: "accounts:read",
  }),
};

const incomeRelated = { store: storeOfRow, account: accountOfRow };
const incomes = {
  listIncomes: offer("income.incomes", incomeEndpoints.incomes, {
    path: "/incomes",
    scope: "incomes:read",
    object: "income",
    related: incomeRelated,
  }),
  getIncome: offer("income.income", incomeEndpoints.income, {
    path: "/incomes/{id}",
    scope: "incomes:read",
    object: "income",
    related: incomeRelated,
  }),
  getIncomeReceipt: offer("income.incomeReceipt", incomeEndpoints.incomeReceipt, {
    path: "/incomes/{id}/receipt",
    scope: "incomes:read",
  }),
  uploadIncomeFile: offer("income.contractUpload", incomeEndpoints.contractUpload, {
    method: "POST",
    path: "/incomes/files",
    scope: "incomes:write",
  }),
  supplementIncome: offer("income.supplementIncome", incomeEndpoints.supplementIncome, {
    method: "POST",
    path: "/incomes/{id}/supplement",
    scope: "incomes:write",
  }),
  claimIncome: offer("income.claimIncome", incomeEndpoints.claimIncome, {
    method: "POST",
    path: "/incomes/{id}/claim",
    scope: "incomes:write",
  }),
  returnIncome: offer("income.askReturn", incomeEndpoints.askReturn, {
    method: "POST",
    path: "/incomes/{id}/return",
    scope: "incomes:write",
  }),
};

/** Over the whole of the merchant's money, by day or month. */
const books = {
  listMoneyEvents: offer("activity.moneyEvents", activityEndpoints.moneyEvents, {
    path: "/money-events",
    scope: "wallets:read",
  }),
  getMoneyTotals: offer("activity.moneyTotals", activityEndpoints.moneyTotals, {
    path: "/money-events/totals",
    scope: "wallets:read",
  }),
  getPeriodStatement: offer("statements.statement", statementEndpoints.statement, {
    path: "/period-statements",
    scope: "wallets:read",
  }),
  getPeriodStatementFile: offer("statements.statementFile", statementEndpoints.statementFile, {
    path: "/period-statements/file",
    scope: "wallets:read",
  }),
  getVoucherFile: offer("statements.voucherFile", statementEndpoints.voucherFile, {
    path: "/period-statements/vouchers",
    scope: "wallets:read",
  }),
  getMonthPack: offer("statements.monthPack", statementEndpoints.monthPack, {
    path: "/period-statements/pack",
    scope: "wallets:read",
  }),
  getBalancesAsOf: offer("statements.balanceAsOf", statementEndpoints.balanceAsOf, {
    path: "/balances/as-of",
    scope: "wallets:read",
  }),
};

export const standingOperations = { ...certification, ...stores, ...accounts, ...incomes, ...books };
