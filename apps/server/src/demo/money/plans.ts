import type { Currency, Rate } from "@coralhub/domain";
import { demoAccountId as account, demoBankAccountId as payee, demoConversionId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";
import type { PastWay } from "./payout-book.ts";

/** Pays every so many days, most recently so many days ago. Amounts grow towards `typical` and differ a little. */
export type Payer = { name: string; everyDays: number; lastDaysAgo: number; typical: string; reviewEvery?: number };
/** What is above `keep` leaves in whole steps. */
export type Sweep = {
  everyDays: number;
  lastDaysAgo: number;
  keep: string;
  step: number;
  corridor: string;
  arrives: Currency;
  way: PastWay;
  /** About the middle rate; nothing where it arrives in the currency it left in. */
  mid?: number;
  /** Paid to these, in these parts of a hundred, instead of being withdrawn. */
  suppliers?: readonly { id: string; percent: number }[];
};
/** Sells into another currency and withdraws what it bought the next day. */
export type Exchanges = {
  everyDays: number;
  lastDaysAgo: number;
  sell: string;
  to: Currency;
  corridor: string;
  mid: number;
};
/** How a withdrawal went on, in hours before the world was loaded. `summed`: a person looked because of the day's sum. */
export type RecentEnds =
  | { state: "completed" | "failed"; hoursAgo: number }
  | { state: "returned"; paidHoursAgo: number; hoursAgo: number }
  | { state: "awaitingApproval" | "processing" | "cancelled"; summed?: true };
/** What the demo messages tell, hours before the world was loaded. */
export type Recent = { hoursAgo: number } & (
  | { what: "income" | "held"; from: string; amount: string }
  | { what: "returned"; from: string; amount: string; returnedHoursAgo: number }
  | { what: "payout"; amount: string; mid: Rate; settledHoursAgo: number }
  | { what: "withdrawal"; amount: string; mid: Rate | null; ends: RecentEnds }
  | {
      what: "exchange";
      id: string;
      sell: string;
      to: Currency;
      corridor: string;
      mid: string;
      withdrawnHoursAgo: number;
    }
);
export type AccountPlan = {
  currency: Currency;
  /** The receiving account. */
  account: string;
  /** What can be used in the end, to the cent. */
  available: string;
  /** The first one's latest payment is whatever makes the balance come out. */
  payers: readonly [Payer, ...Payer[]];
  sweep: Sweep;
  exchanges?: Exchanges;
  recent?: readonly Recent[];
};
export type MoneyPlan = { merchantId: string; tag: number; accounts: readonly AccountPlan[] };

const [seller, developer, , enterprise] = DEMO_MERCHANTS;
/** Yuan arrive, at about this rate; by the CITIC channel where it is Amazon's money. */
const inYuan = (mid: number, way: PastWay) => ({ corridor: "CN", arrives: "CNY", mid, way }) as const;
const citic = (mid: number) => inYuan(mid, "citic");
/** To the own account in Hong Kong. */
const toHongkong = (arrives: "HKD" | "USD") => ({ corridor: "HK", arrives, way: "local" }) as const;
const monthly = { everyDays: 28 } as const;

/** A year of money for those who have some. Everything is at least six days old, except what is `recent`. */
export const MONEY_PLANS: readonly MoneyPlan[] = [
  {
    merchantId: seller.merchantId,
    tag: 1,
    accounts: [
      {
        currency: "USD",
        account: account(11),
        available: "86420.35",
        payers: [
          { name: "SHOPIFY PAYOUT", everyDays: 7, lastDaysAgo: 6, typical: "8900" },
          { name: "AMAZON.COM SETTLEMENT", everyDays: 14, lastDaysAgo: 12, typical: "18640", reviewEvery: 5 },
          { name: "WALMART MARKETPLACE", everyDays: 14, lastDaysAgo: 19, typical: "15200" },
        ],
        sweep: { ...citic(7.1), everyDays: 14, lastDaysAgo: 10, keep: "117000", step: 5_000 },
        exchanges: { ...monthly, lastDaysAgo: 31, sell: "12000", to: "CNY", corridor: "CN", mid: 7.12 },
        recent: [
          { hoursAgo: 101, what: "held", from: "AMAZON.COM SETTLEMENT", amount: "9310.00" },
          {
            hoursAgo: 75,
            what: "exchange",
            id: demoConversionId(1),
            sell: "12000",
            to: "CNY",
            corridor: "CN",
            mid: "7.119157473",
            withdrawnHoursAgo: 51.6,
          },
          // Its first bank account fell into trouble; what goes to the second arrives.
          { hoursAgo: 196, what: "withdrawal", amount: "3000", mid: "7.1023", ends: { state: "cancelled" } },
          {
            hoursAgo: 172,
            what: "withdrawal",
            amount: "8000",
            mid: "7.1041",
            ends: { state: "returned", paidHoursAgo: 169.5, hoursAgo: 147.3 },
          },
          {
            hoursAgo: 146.1,
            what: "withdrawal",
            amount: "6500",
            mid: "7.1062",
            ends: { state: "failed", hoursAgo: 144.8 },
          },
          // Sent a little more than a day ago: what followed within the day was looked at, and there is room again now.
          {
            hoursAgo: 24.4,
            what: "withdrawal",
            amount: "20000",
            mid: "7.1089",
            ends: { state: "completed", hoursAgo: 20.1 },
          },
          {
            hoursAgo: 1.2,
            what: "withdrawal",
            amount: "9000",
            mid: "7.1093",
            ends: { state: "awaitingApproval", summed: true },
          },
        ],
      },
      {
        currency: "EUR",
        account: account(12),
        available: "31208.90",
        payers: [
          { name: "SHOPIFY INTL PAYOUT", everyDays: 7, lastDaysAgo: 6, typical: "4205" },
          { name: "AMAZON EU SETTLEMENT", everyDays: 14, lastDaysAgo: 19, typical: "6100" },
        ],
        sweep: { ...citic(7.72), ...monthly, lastDaysAgo: 15, keep: "28300", step: 1_000 },
        recent: [
          {
            hoursAgo: 2.4,
            what: "withdrawal",
            amount: "6000",
            mid: "7.7214",
            ends: { state: "processing", summed: true },
          },
        ],
      },
      {
        currency: "GBP",
        account: account(13),
        available: "12764.18",
        payers: [{ name: "EBAY COMMERCE UK", everyDays: 7, lastDaysAgo: 8, typical: "2300" }],
        sweep: { ...inYuan(9.31, "local"), ...monthly, lastDaysAgo: 12, keep: "7600", step: 1_000 },
        recent: [{ hoursAgo: 23, what: "income", from: "EBAY COMMERCE UK", amount: "2318.44" }],
      },
      {
        currency: "JPY",
        account: account(14),
        available: "4381200",
        payers: [{ name: "QOO10 JAPAN", everyDays: 14, lastDaysAgo: 18, typical: "590000" }],
        sweep: { ...inYuan(0.0462, "local"), ...monthly, lastDaysAgo: 22, keep: "3130000", step: 100_000 },
        recent: [{ hoursAgo: 96, what: "income", from: "QOO10 JAPAN", amount: "612000" }],
      },
      {
        currency: "HKD",
        account: account(15),
        available: "95300.00",
        payers: [{ name: "SHOPEE CROSS BORDER", everyDays: 14, lastDaysAgo: 9, typical: "21000" }],
        sweep: { ...inYuan(0.912, "local"), everyDays: 56, lastDaysAgo: 20, keep: "69000", step: 10_000 },
        recent: [
          { hoursAgo: 71, what: "held", from: "NORTHBRIDGE LTD", amount: "15000.00" },
          { hoursAgo: 410, what: "returned", from: "MERIDIAN FREIGHT CO", amount: "6240.00", returnedHoursAgo: 330 },
        ],
      },
    ],
  },
  {
    merchantId: developer.merchantId,
    tag: 2,
    accounts: [
      {
        currency: "USD",
        account: account(21),
        available: "5120.66",
        payers: [
          { name: "GOOGLE ADSENSE", everyDays: 30, lastDaysAgo: 24, typical: "860" },
          { name: "GOOGLE PLAY APPS", everyDays: 30, lastDaysAgo: 31, typical: "3300" },
        ],
        sweep: { ...inYuan(7.1, "local"), everyDays: 30, lastDaysAgo: 27, keep: "500", step: 500 },
        recent: [{ hoursAgo: 9, what: "income", from: "GOOGLE PLAY APPS", amount: "3482.17" }],
      },
      {
        currency: "EUR",
        account: account(22),
        available: "1286.40",
        payers: [{ name: "APPLE DISTRIBUTION INTL", everyDays: 30, lastDaysAgo: 12, typical: "640" }],
        sweep: { ...inYuan(7.72, "local"), everyDays: 60, lastDaysAgo: 20, keep: "400", step: 500 },
      },
    ],
  },
  {
    merchantId: enterprise.merchantId,
    tag: 4,
    accounts: [
      {
        currency: "USD",
        account: account(41),
        available: "412906.18",
        payers: [
          { name: "AMAZON.COM SETTLEMENT", everyDays: 7, lastDaysAgo: 6, typical: "96000" },
          { name: "BRIGHTWAY TRADING INV", everyDays: 14, lastDaysAgo: 9, typical: "64000", reviewEvery: 6 },
        ],
        sweep: {
          ...inYuan(7.1, "local"),
          everyDays: 7,
          lastDaysAgo: 8,
          keep: "443000",
          step: 5_000,
          suppliers: [
            { id: payee(36), percent: 50 },
            { id: payee(37), percent: 30 },
            { id: payee(38), percent: 20 },
          ],
        },
        exchanges: { ...monthly, lastDaysAgo: 20, sell: "40000", to: "HKD", corridor: "HK", mid: 7.8 },
        recent: [{ hoursAgo: 5, what: "payout", amount: "128400", mid: "7.1087", settledHoursAgo: 3 }],
      },
      {
        currency: "EUR",
        account: account(42),
        available: "96315.72",
        payers: [{ name: "KAUFLAND MARKETPLACE", everyDays: 14, lastDaysAgo: 10, typical: "22000" }],
        sweep: { ...toHongkong("HKD"), mid: 8.45, ...monthly, lastDaysAgo: 17, keep: "69000", step: 10_000 },
      },
      {
        currency: "HKD",
        account: account(43),
        available: "908400.50",
        payers: [{ name: "HKTVMALL SETTLEMENT", everyDays: 7, lastDaysAgo: 7, typical: "168000" }],
        sweep: { ...toHongkong("HKD"), everyDays: 14, lastDaysAgo: 11, keep: "1075000", step: 50_000 },
        // Large ones: they wait at the desk, two at a time.
        recent: [
          { hoursAgo: 2.2, what: "withdrawal", amount: "190000", mid: null, ends: { state: "awaitingApproval" } },
          { hoursAgo: 1.9, what: "withdrawal", amount: "170000", mid: null, ends: { state: "awaitingApproval" } },
        ],
      },
      // A second account of a currency: what pooling brings together.
      {
        currency: "USD",
        account: account(44),
        available: "68240.55",
        payers: [{ name: "WALMART MARKETPLACE", everyDays: 14, lastDaysAgo: 8, typical: "21000" }],
        sweep: { ...toHongkong("USD"), ...monthly, lastDaysAgo: 14, keep: "47000", step: 5_000 },
      },
      {
        currency: "HKD",
        account: account(45),
        available: "236500.00",
        payers: [{ name: "SHOPIFY HK PAYOUT", everyDays: 14, lastDaysAgo: 9, typical: "86000" }],
        sweep: { ...toHongkong("HKD"), ...monthly, lastDaysAgo: 12, keep: "150000", step: 10_000 },
      },
    ],
  },
];
