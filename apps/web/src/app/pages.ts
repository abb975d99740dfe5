import type { PageKey } from "@coralhub/domain";
import type { ReactNode } from "react";

type Page = () => Promise<() => ReactNode>;

const certificationForms = () => import("../features/certification/form-page.tsx");
const sellerForms = () => import("../features/certification/sellers/seller-form-page.tsx");
const bindReturns = () => import("../features/stores/bind/outcome/success-page.tsx");

/** The component of every page of the route table, fetched when it is opened. A row without one does not compile. */
export const PAGES: Record<PageKey, Page> = {
  home: () => import("../features/home/home-page.tsx").then((file) => file.HomePage),
  messages: () => import("../features/messages/message-page.tsx").then((file) => file.MessagePage),
  wallet: () => import("../features/wallets/wallet-page.tsx").then((file) => file.WalletPage),
  walletCurrency: () => import("../features/wallets/currency-page.tsx").then((file) => file.CurrencyPage),
  walletAccounts: () => import("../features/wallets/accounts-page.tsx").then((file) => file.WalletAccountsPage),
  walletIn: () => import("../features/wallets/records-page.tsx").then((file) => file.WalletInPage),
  walletOut: () => import("../features/wallets/records-page.tsx").then((file) => file.WalletOutPage),
  walletComing: () => import("../features/wallets/records-page.tsx").then((file) => file.WalletComingPage),
  walletTransfer: () => import("../features/wallets/transfer-page.tsx").then((file) => file.WalletTransferPage),
  exchange: () => import("../features/exchange/exchange-page.tsx").then((file) => file.ExchangePage),
  conversions: () => import("../features/exchange/conversions-page.tsx").then((file) => file.ConversionsPage),
  moneyEvents: () => import("../features/activity/money-events-page.tsx").then((file) => file.MoneyEventsPage),
  personalFinance: () =>
    import("../features/services/personal-finance-page.tsx").then((file) => file.PersonalFinancePage),
  bindPhone: () => import("../features/identity/account/bind-phone-page.tsx").then((file) => file.BindPhonePage),
  done: () => import("../features/identity/account/success-page.tsx").then((file) => file.SuccessPage),
  phone: () => import("./phone-page.tsx").then((file) => file.PhonePage),
  certificationKinds: () => certificationForms().then((file) => file.ChooseKindPage),
  certifyPerson: () => certificationForms().then((file) => file.PersonPage),
  certifyMainland: () => certificationForms().then((file) => file.MainlandPage),
  certifyHongkong: () => certificationForms().then((file) => file.HongkongPage),
  globalKinds: () => certificationForms().then((file) => file.ChooseGlobalKindPage),
  globalPerson: () => certificationForms().then((file) => file.PersonPage),
  globalMainland: () => certificationForms().then((file) => file.MainlandPage),
  globalHongkong: () => certificationForms().then((file) => file.HongkongPage),
  bigMainland: () => certificationForms().then((file) => file.BigMainlandPage),
  bigHongkong: () => certificationForms().then((file) => file.BigHongkongPage),
  bigDone: () => certificationForms().then((file) => file.BigReceiptPage),
  sellerKinds: () => sellerForms().then((file) => file.ChooseSellerPage),
  sellerPerson: () => sellerForms().then((file) => file.PersonSellerPage),
  sellerMainland: () => sellerForms().then((file) => file.EnterpriseSellerPage),
  sellerHongkong: () => sellerForms().then((file) => file.HongkongSellerPage),
  sellerDone: () => sellerForms().then((file) => file.SellerReceiptPage),
  accounts: () => import("../features/accounts/accounts-page.tsx").then((file) => file.AccountsPage),
  account: () => import("../features/accounts/account-page.tsx").then((file) => file.AccountPage),
  noAccount: () => import("../features/accounts/no-account-page.tsx").then((file) => file.NoAccountPage),
  charges: () => import("../features/accounts/charges-page.tsx").then((file) => file.ChargesPage),
  exports: () => import("../features/income/exports-page.tsx").then((file) => file.ExportsPage),
  payouts: () => import("../features/payouts/payouts-page.tsx").then((file) => file.PayoutsPage),
  income: () => import("../features/income/income-page.tsx").then((file) => file.IncomePage),
  pooling: () => import("../features/pooling/pool-record-page.tsx").then((file) => file.PoolRecordPage),
  stores: () => import("../features/stores/shop-page.tsx").then((file) => file.ShopPage),
  storesByAccount: () => import("../features/stores/by-account-page.tsx").then((file) => file.StoresByAccountPage),
  store: () => import("../features/stores/details/store-page.tsx").then((file) => file.StorePage),
  addStores: () => import("../features/stores/add-store-page.tsx").then((file) => file.AddStorePage),
  bind: () => import("../features/stores/bind/picker-page.tsx").then((file) => file.PickerPage),
  bindDone: () => bindReturns().then((file) => file.SuccessPage),
  bindEbayDone: () => bindReturns().then((file) => file.EbaySuccessPage),
  bindAmazonDone: () => bindReturns().then((file) => file.AmazonSuccessPage),
  tokenGuide: () => import("../features/stores/bind/token-detail-page.tsx").then((file) => file.TokenDetailPage),
  paypalService: () => import("../features/stores/bind/paypal-page.tsx").then((file) => file.PaypalPage),
  otherPlatform: () => import("../features/stores/bind/other-type-page.tsx").then((file) => file.OtherTypePage),
  lost: () => import("./lost-page.tsx").then((file) => file.LostPage),
  certification: () => import("../features/certification/standing-page.tsx").then((file) => file.StandingPage),
  profile: () => import("../features/identity/account/my-number-page.tsx").then((file) => file.MyNumberPage),
  alterPhone: () => import("../features/identity/account/alter-phone-page.tsx").then((file) => file.AlterPhonePage),
  alterPassword: () =>
    import("../features/identity/account/alter-password-page.tsx").then((file) => file.AlterPasswordPage),
  sellers: () => import("../features/certification/sellers/seller-list-page.tsx").then((file) => file.SellerListPage),
  alterEmail: () => import("../features/identity/account/alter-email-page.tsx").then((file) => file.AlterEmailPage),
  bindPlatform: () => import("../features/stores/bind/bind-page.tsx").then((file) => file.BindPage),
};
