import {
  parseMoney,
  type Currency,
  type DepositTerm,
  type LoanProduct,
  type LoanPurpose,
  type MaturityInstruction,
  type Money,
  type RepaymentWay,
  type SandboxPlacementPlan,
} from "@coralhub/domain";
import { demoAccountId } from "../ids.ts";
import { DEMO_MERCHANTS, type DemoMerchant } from "../merchants.ts";
import type { When } from "../past/moments.ts";

export type LoanPlan = {
  product: LoanProduct;
  amount: string;
  termMonths: 1 | 3 | 6 | 12;
  way: RepaymentWay;
  purpose: LoanPurpose;
};
export type FinanceStep = When &
  /** From a receiving account into the wallet. */
  (
    | { what: "fund"; account: string; amount: Money }
    /** `asked`: the partner's question waits for an answer. */
    | { what: "open"; operators: readonly { name: string; email: string }[]; asked?: true }
    | {
        what: "place";
        deposit: string;
        amount: Money;
        termMonths: DepositTerm;
        instruction: MaturityInstruction;
        partner?: SandboxPlacementPlan;
      }
    | { what: "break"; deposit: string }
    | { what: "apply"; loan: string; plan: LoanPlan }
    | { what: "review" | "sign"; loan: string }
  );
export type FinanceStory = { merchant: DemoMerchant; steps: readonly FinanceStep[] };

const [seller, , , enterprise] = DEMO_MERCHANTS;
const money = (amount: string, currency: Currency) => parseMoney(amount, currency);
const usd = (amount: string) => money(amount, "USD");
const fromUsd = (amount: string) => ({ what: "fund", account: demoAccountId(11), amount: usd(amount) }) as const;

/** Applied for in the morning, looked at before noon, signed in the afternoon. */
const borrow = (daysAgo: number, loan: string, plan: LoanPlan): FinanceStep[] => [
  { daysAgo, hour: 9.4, what: "apply", loan, plan },
  { daysAgo, hour: 11.2, what: "review", loan },
  { daysAgo, hour: 15.6, what: "sign", loan },
];

const SELLER: readonly FinanceStep[] = [
  { daysAgo: 68, hour: 10, what: "open", operators: [{ name: "林见南", email: "jnlin@nanyu-home.com" }] },
  { daysAgo: 66, hour: 9.5, ...fromUsd("26000.00") },
  {
    daysAgo: 66,
    hour: 10,
    what: "place",
    deposit: "rolling",
    amount: usd("10000.00"),
    termMonths: 1,
    instruction: "renewAll",
  },
  ...borrow(64, "first", { product: "easy", amount: "3000.00", termMonths: 1, way: "bullet", purpose: "turnover" }),
  ...borrow(62, "stock", { product: "order", amount: "12000.00", termMonths: 6, way: "equal", purpose: "stock" }),
  {
    daysAgo: 47,
    hour: 11,
    what: "place",
    deposit: "month",
    amount: usd("8000.00"),
    termMonths: 1,
    instruction: "payOut",
  },
  {
    daysAgo: 43,
    hour: 14,
    what: "place",
    deposit: "half",
    amount: usd("6000.00"),
    termMonths: 6,
    instruction: "payOut",
  },
  { daysAgo: 31, hour: 10, what: "fund", account: demoAccountId(15), amount: money("60000.00", "HKD") },
  {
    daysAgo: 31,
    hour: 10.2,
    what: "place",
    deposit: "hongkong",
    amount: money("50000.00", "HKD"),
    termMonths: 3,
    instruction: "renewPrincipal",
  },
  { daysAgo: 19, hour: 16, what: "break", deposit: "half" },
  {
    daysAgo: 12,
    hour: 10.5,
    what: "place",
    deposit: "year",
    amount: usd("12000.00"),
    termMonths: 12,
    instruction: "payOut",
  },
  {
    daysAgo: 4,
    hour: 11,
    what: "place",
    deposit: "full",
    amount: usd("2000.00"),
    termMonths: 1,
    instruction: "payOut",
    partner: "refuse",
  },
  {
    hoursAgo: 26,
    what: "apply",
    loan: "bank",
    plan: { product: "icbc", amount: "20000.00", termMonths: 12, way: "interestOnly", purpose: "stock" },
  },
  {
    hoursAgo: 2,
    what: "place",
    deposit: "waiting",
    amount: usd("2000.00"),
    termMonths: 1,
    instruction: "renewPrincipal",
    partner: "silent",
  },
];

const ENTERPRISE: readonly FinanceStep[] = [
  {
    hoursAgo: 50,
    what: "open",
    operators: [{ name: "何嘉欣", email: "treasury@harbourlan.com.hk" }],
    asked: true,
  },
  {
    hoursAgo: 29,
    what: "apply",
    loan: "season",
    plan: { product: "order", amount: "60000.00", termMonths: 6, way: "interestOnly", purpose: "stock" },
  },
  { hoursAgo: 24, what: "review", loan: "season" },
];

/** Deposits and loans in every state that tells something, each as its owner would have done it. */
export const FINANCE_STORIES: readonly FinanceStory[] = [
  { merchant: seller, steps: SELLER },
  { merchant: enterprise, steps: ENTERPRISE },
];
