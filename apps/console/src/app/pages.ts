import type { ConsolePageKey } from "@coralhub/domain";
import type { ReactNode } from "react";

type Page = () => Promise<() => ReactNode>;

/** The component of every page of the route table, fetched when it is opened. A row without one does not compile. */
export const PAGES: Record<ConsolePageKey, Page> = {
  signIn: () => import("../features/operations/sign-in/sign-in-page.tsx").then((file) => file.SignInPage),
  certificationDesk: () => import("../features/certification/queue-page.tsx").then((file) => file.QueuePage),
  certificationStatistics: () =>
    import("../features/certification/statistics-page.tsx").then((file) => file.StatisticsPage),
  certificationCase: () => import("../features/certification/case-page.tsx").then((file) => file.CasePage),
  storeDesk: () => import("../features/stores/queue-page.tsx").then((file) => file.StoreQueuePage),
  storeCase: () => import("../features/stores/store-page.tsx").then((file) => file.StorePage),
  cardDesk: () => import("../features/cards/cards-page.tsx").then((file) => file.CardDeskPage),
  cardDisputes: () => import("../features/cards/disputes-page.tsx").then((file) => file.CardDisputesPage),
  cardTransfers: () => import("../features/cards/transfers-page.tsx").then((file) => file.CardTransfersPage),
  cardProgramme: () => import("../features/cards/programme-page.tsx").then((file) => file.CardProgrammePage),
  cardReconciliation: () =>
    import("../features/cards/reconciliation-page.tsx").then((file) => file.CardReconciliationPage),
  merchants: () => import("../features/operations/merchants/merchants-page.tsx").then((file) => file.MerchantsPage),
  merchant: () => import("../features/operations/merchants/merchant-page.tsx").then((file) => file.MerchantPage),
  recoveryDesk: () => import("../features/identity/recoveries-page.tsx").then((file) => file.RecoveriesPage),
  depositDesk: () => import("../features/deposits/placements-page.tsx").then((file) => file.PlacementsPage),
  depositOpeningDesk: () => import("../features/deposits/openings-page.tsx").then((file) => file.OpeningsPage),
  depositRates: () => import("../features/deposits/rates-page.tsx").then((file) => file.DepositRatesPage),
  incomeDesk: () => import("../features/income/income-page.tsx").then((file) => file.IncomePage),
  unclaimedDesk: () => import("../features/income/unclaimed-page.tsx").then((file) => file.UnclaimedPage),
  payeeDesk: () => import("../features/beneficiaries/payees-page.tsx").then((file) => file.PayeesPage),
  accountDesk: () => import("../features/income/accounts-page.tsx").then((file) => file.ReceivingAccountsPage),
  payoutDesk: () => import("../features/payouts/payouts-page.tsx").then((file) => file.PayoutsPage),
  batchDesk: () => import("../features/batches/batches-page.tsx").then((file) => file.BatchesPage),
  exchangeDesk: () => import("../features/exchange/exposure-page.tsx").then((file) => file.ExposurePage),
  exchangeRates: () => import("../features/exchange/rates-page.tsx").then((file) => file.RatesPage),
  exchangeLimits: () => import("../features/exchange/limits-page.tsx").then((file) => file.LimitsPage),
  exchangeRecords: () => import("../features/exchange/records-page.tsx").then((file) => file.ConversionsPage),
  platforms: () => import("../features/stores/platforms-page.tsx").then((file) => file.PlatformsPage),
  ledger: () => import("../features/ledger/overview-page.tsx").then((file) => file.LedgerPage),
  ledgerAccounts: () => import("../features/ledger/accounts-page.tsx").then((file) => file.AccountsPage),
  ledgerAccount: () => import("../features/ledger/account-page.tsx").then((file) => file.AccountPage),
  posting: () => import("../features/ledger/posting-page.tsx").then((file) => file.PostingPage),
  postingSearch: () => import("../features/ledger/search-page.tsx").then((file) => file.SearchPage),
  trial: () => import("../features/ledger/trial-page.tsx").then((file) => file.TrialPage),
  adjustments: () => import("../features/ledger/adjustments-page.tsx").then((file) => file.AdjustmentsPage),
  alarms: () => import("../features/ledger/alarms-page.tsx").then((file) => file.AlarmsPage),
  fees: () => import("../features/ledger/fees-page.tsx").then((file) => file.FeesPage),
  sandbox: () => import("../features/operations/sandbox/sandbox-page.tsx").then((file) => file.SandboxPage),
  audit: () => import("../features/operations/audit/audit-page.tsx").then((file) => file.AuditPage),
  flags: () => import("../features/operations/flags/flags-page.tsx").then((file) => file.FlagsPage),
  operators: () => import("../features/operations/operators/operators-page.tsx").then((file) => file.OperatorsPage),
  system: () => import("../features/operations/system/system-page.tsx").then((file) => file.SystemPage),
  security: () => import("../features/operations/security/security-page.tsx").then((file) => file.SecurityPage),
  style: () => import("../features/style/style-page.tsx").then((file) => file.StylePage),
};
