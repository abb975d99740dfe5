import type { ApiScope } from "@coralhub/domain";
import { z } from "zod";
import { accountEndpoints } from "../accounts/endpoints.ts";
import { activityEndpoints } from "../activity/activity.ts";
import { beneficiaryEndpoints } from "../beneficiaries/beneficiaries.ts";
import { cardEndpoints } from "../cards/cards.ts";
import { certificationEndpoints } from "../certification/certification.ts";
import { depositEndpoints } from "../deposits/deposits.ts";
import type { Endpoint, Endpoints } from "../endpoint.ts";
import { exchangeEndpoints } from "../exchange/exchange.ts";
import { incomeEndpoints } from "../income/income.ts";
import { ledgerEndpoints } from "../ledger/ledger.ts";
import { PAYOUT_FAMILIES, payoutEndpoints, payoutFamilies } from "../payouts/payouts.ts";
import { storeEndpoints } from "../stores/stores.ts";
import { walletEndpointTable } from "../wallets/wallets.ts";
import { developerEndpoints } from "./developer.ts";

/**
 * What a program may do, by name: the address it has there, the permission it needs, and the call of the portal whose
 * handler runs. There is no second implementation: input, answer, limits and refusals are that call's own.
 */
export type OpenOperation = {
  /** The portal's call, `capability.name`. */
  of: string;
  endpoint: Endpoint;
  /** What the portal asks of a person and a program proves by its signature; put into the input before the handler runs. */
  fill?: Readonly<Record<string, unknown>>;
  /** Also open to one whose certification does not let money move. */
  always?: true;
};

type Row = Pick<Endpoint, "path"> & {
  scope: ApiScope;
  method?: Endpoint["method"];
  title?: string;
  input?: z.ZodType;
  fill?: OpenOperation["fill"];
  always?: true;
};
const unlimited = ({ rateLimit: _people, ...portal }: Endpoint): Endpoint => portal;
function offer(of: string, portal: Endpoint, { fill, always, ...row }: Row): OpenOperation {
  const method = row.method ?? "GET";
  return {
    of,
    // A program's limit is counted per app; the portal's is for people.
    endpoint: { ...unlimited(portal), ...row, method, family: "open", access: "open" },
    ...(fill && { fill }),
    ...(always && { always }),
  };
}

const standing = {
  getCertification: offer("certification.certificationView", certificationEndpoints.certificationView, {
    path: "/certification",
    scope: "certification:read",
    always: true,
  }),
  listStores: offer("stores.stores", storeEndpoints.stores, { path: "/stores", scope: "stores:read" }),
  getStore: offer("stores.store", storeEndpoints.store, { path: "/stores/{id}", scope: "stores:read" }),
};

const money = {
  listAccounts: offer("accounts.receivingAccounts", accountEndpoints.receivingAccounts, {
    path: "/accounts",
    scope: "accounts:read",
  }),
  getAccount: offer("accounts.receivingAccount", accountEndpoints.receivingAccount, {
    path: "/accounts/{id}",
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
  listIncomes: offer("income.incomes", incomeEndpoints.incomes, { path: "/incomes", scope: "incomes:read" }),
  getIncome: offer("income.income", incomeEndpoints.income, { path: "/incomes/{id}", scope: "incomes:read" }),
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
  }),
  listTransfers: offer("wallets.walletTransfers", walletEndpointTable.walletTransfers, {
    path: "/wallet/transfers",
    scope: "wallets:read",
  }),
  listMoneyEvents: offer("activity.moneyEvents", activityEndpoints.moneyEvents, {
    path: "/money-events",
    scope: "wallets:read",
  }),
};

const payees = {
  getBankForms: offer("beneficiaries.bankForms", beneficiaryEndpoints.bankForms, {
    path: "/bank-forms",
    scope: "payees:read",
  }),
  listPayees: offer("beneficiaries.payees", beneficiaryEndpoints.payees, { path: "/payees", scope: "payees:read" }),
  getPayee: offer("beneficiaries.payee", beneficiaryEndpoints.payee, { path: "/payees/{id}", scope: "payees:read" }),
};

const confirmed = z.object({ id: z.uuid(), quoteId: z.uuid().nullable().default(null) });
const payouts = {
  listPayouts: offer("payouts.payouts", payoutEndpoints.payouts, { path: "/payouts", scope: "payouts:read" }),
  getPayout: offer("payouts.payout", payoutEndpoints.payout, { path: "/payouts/{id}", scope: "payouts:read" }),
  confirmPayout: offer("payouts.confirmPayout", payoutEndpoints.confirmPayout, {
    method: "POST",
    path: "/payouts/{id}/confirm",
    scope: "payouts:write",
    title: "用报价确认付款（签名代替验证码）",
    input: confirmed,
    fill: { verifyCode: "", channel: "sms" },
  }),
};
type PayoutFamily = "withdrawal" | "supplier" | "service";
const familyCapability = { withdrawal: "withdrawals", supplier: "supplierPayouts", service: "servicePayouts" } as const;
/** The same three calls for each kind of payment. */
function payoutKind<F extends PayoutFamily>(family: F) {
  const calls = payoutFamilies[family];
  const of = (name: "overview" | "trial" | "apply" | "cancel") => `${familyCapability[family]}.${name}`;
  const name = `${family[0]!.toUpperCase()}${family.slice(1)}`;
  const { title } = PAYOUT_FAMILIES[family];
  return {
    [`get${name}Options`]: offer(of("overview"), calls.overview, {
      path: `/payouts/${family}/options`,
      scope: "payouts:read",
    }),
    [`quote${name}`]: offer(of("trial"), calls.trial, {
      method: "POST",
      path: `/payouts/${family}/quote`,
      scope: "payouts:prepare",
    }),
    [`create${name}`]: offer(of("apply"), calls.apply, {
      method: "POST",
      path: `/payouts/${family}`,
      scope: "payouts:prepare",
      title: `${title}：填写（确认以前不扣款）`,
    }),
    [`cancel${name}`]: offer(of("cancel"), calls.cancel, {
      method: "POST",
      path: `/payouts/${family}/{id}/cancel`,
      scope: "payouts:prepare",
    }),
  } satisfies Record<string, OpenOperation>;
}

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
  }),
  listConversions: offer("exchange.conversions", exchangeEndpoints.conversions, {
    path: "/exchange/conversions",
    scope: "exchange:read",
  }),
  getConversion: offer("exchange.conversion", exchangeEndpoints.conversion, {
    path: "/exchange/conversions/{id}",
    scope: "exchange:read",
  }),
};

const cards = {
  listCards: offer("cards.cards", cardEndpoints.cards, { path: "/cards", scope: "cards:read" }),
  getCard: offer("cards.card", cardEndpoints.card, { path: "/cards/{id}", scope: "cards:read" }),
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
  listCardPayments: offer("cards.cardTransactions", cardEndpoints.cardTransactions, {
    path: "/card-payments",
    scope: "cards:read",
  }),
  getCardPayment: offer("cards.cardTransaction", cardEndpoints.cardTransaction, {
    path: "/card-payments/{id}",
    scope: "cards:read",
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
  }),
  getDeposit: offer("deposits.placement", depositEndpoints.placement, {
    path: "/deposits/{id}",
    scope: "deposits:read",
  }),
};

const events = {
  listEvents: offer("developer.appEvents", developerEndpoints.appEvents, { path: "/events", scope: "events:read" }),
  sendTestEvent: offer("developer.testWebhook", developerEndpoints.testWebhook, {
    method: "POST",
    path: "/events/test",
    scope: "events:read",
  }),
};

export const OPEN_OPERATIONS: Readonly<Record<string, OpenOperation>> = {
  ...standing,
  ...money,
  ...payees,
  ...payouts,
  ...payoutKind("withdrawal"),
  ...payoutKind("supplier"),
  ...payoutKind("service"),
  ...exchange,
  ...cards,
  ...deposits,
  ...events,
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
};

export const openEndpoints: Endpoints = Object.fromEntries(
  Object.entries(OPEN_OPERATIONS).map(([name, { endpoint }]) => [name, endpoint]),
);
