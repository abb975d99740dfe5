import type { PageKey } from "@coralhub/domain";
import type { ReactNode } from "react";

type Page = () => Promise<() => ReactNode>;

const certificationForms = () => import("../features/certification/form-page.tsx");
const sellerForms = () => import("../features/certification/sellers/seller-form-page.tsx");
const payees = () => import("../features/beneficiaries/payees-page.tsx");
const entrances = () => import("../features/payouts/entrance-pages.tsx");
const payPages = () => import("../features/payouts/pay-pages.tsx");
const bindReturns = () => import("../features/stores/bind/outcome/success-page.tsx");

/** The component of every page of the route table, fetched when it is opened. A row without one does not compile. */
export const PAGES: Record<PageKey, Page> = {
  home: () => import("../features/home/home-page.tsx").then((file) => file.HomePage),
  messages: () => import("../features/messages/message-page.tsx").then((file) => file.MessagePage),
  wallet: () => import("../features/wallets/wallet-page.tsx").then((file) => file.WalletPage),
  personalFinance: () =>
    import("../features/deposits/personal-finance-page.tsx").then((file) => file.PersonalFinancePage),
  depositService: () => import("../features/deposits/introduction.tsx").then((file) => file.AnextServicePage),
  depositOpening: () => import("../features/deposits/open-account-page.tsx").then((file) => file.OpenAccountPage),
  placeDeposit: () => import("../features/deposits/buy-page.tsx").then((file) => file.BuyPage),
  deposit: () => import("../features/deposits/details-page.tsx").then((file) => file.DetailsPage),
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
  payouts: () => import("../features/payouts/payouts-page.tsx").then((file) => file.PayoutsPage),
  cashCards: () => import("../features/beneficiaries/cash-card-page.tsx").then((file) => file.CashCardPage),
  payees: () => payees().then((file) => file.TransferManagePage),
  suppliers: () => payees().then((file) => file.SupplierPage),
  addSupplier: () => import("../features/beneficiaries/add-supplier-page.tsx").then((file) => file.AddSupplierPage),
  relatedParties: () => import("../features/beneficiaries/association-page.tsx").then((file) => file.AssociationPage),
  payeeFill: () => import("../features/beneficiaries/self-fill-page.tsx").then((file) => file.SelfFillPage),
  payments: () => entrances().then((file) => file.PaymentsPage),
  paySupplier: () => payPages().then((file) => file.SupplierPaymentPage),
  payService: () => payPages().then((file) => file.ServicePaymentPage),
  submitPayment: () => import("../features/payouts/submit-page.tsx").then((file) => file.SubmitPage),
  withdrawals: () => entrances().then((file) => file.EntrancePage),
  withdrawByAccount: () => entrances().then((file) => file.AccountListPage),
  withdrawByCurrency: () => entrances().then((file) => file.AccountCurrencyPage),
  withdraw: () => payPages().then((file) => file.WithdrawPage),
  accounts: () => import("../features/accounts/accounts-page.tsx").then((file) => file.AccountsPage),
  account: () => import("../features/accounts/account-page.tsx").then((file) => file.AccountPage),
  noAccount: () => import("../features/accounts/no-account-page.tsx").then((file) => file.NoAccountPage),
  charges: () => import("../features/accounts/charges-page.tsx").then((file) => file.ChargesPage),
  exports: () => import("../features/income/exports-page.tsx").then((file) => file.ExportsPage),
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
